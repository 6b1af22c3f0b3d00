import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

const ANSWERS_WITHIN_MS = 30_000;

export interface Result {
	rows: Record<string, unknown>[];
	/** The number of rows that were selected or changed. */
	count: number;
}

type Answer = Result | { error: { message: string; code?: string } };

export interface SynchronousClient {
	/** Runs a statement with `$1` placeholders, or several statements without values. @throws its error. */
	query(text: string, values: readonly unknown[]): Result;
	close(): void;
}

/**
 * A connection whose queries block this thread until they are answered, like better-sqlite3. A separate thread waits
 * for the server.
 */
export function connectSynchronously(url: string): SynchronousClient {
	const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	const { port1: here, port2: there } = new MessageChannel();
	const worker = new Worker(new URL("synchronous-client.worker.mjs", import.meta.url), {
		workerData: { url, answered, port: there },
		transferList: [there],
		env: {},
	});
	worker.unref();
	here.unref();
	return {
		query(text, values) {
			Atomics.store(answered, 0, 0);
			here.postMessage({ text, values });
			Atomics.wait(answered, 0, 0, ANSWERS_WITHIN_MS);
			const answer = receiveMessageOnPort(here)?.message as Answer | undefined;
			if (!answer) throw new Error(`no answer within ${ANSWERS_WITHIN_MS} ms: ${text}`);
			if ("error" in answer)
				throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
			return answer;
		},
		close: () => void worker.terminate(),
	};
}
