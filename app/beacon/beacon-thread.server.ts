import { once } from "node:events";
import { Worker } from "node:worker_threads";

interface Acts {
	sign: {
		job: { seed: string; message: string; tag: string };
		result: { publicKey: string; signature: string };
	};
	verify: { job: { publicKey: string; message: string; signature: string; tag: string }; result: boolean };
	order: { job: { seed: string; randomness: string; numbers: readonly number[] }; result: number[] };
}

/** Relative to the folder of a clone or a release, in which the site runs. Plain JavaScript, because it is not built. */
const PROGRAM = "./bin/beacon-worker.mjs";

/**
 * Runs an act in a separate thread, so that it does not hold up requests: the first verification of a thread takes up to
 * a second. The thread ends with its result, because acts are rare and it holds some 20 MB.
 */
export async function inThread<Act extends keyof Acts>(
	act: Act,
	job: Acts[Act]["job"],
): Promise<Acts[Act]["result"]> {
	const worker = new Worker(PROGRAM, { workerData: { act, ...job }, env: {}, execArgv: [] });
	try {
		const [result] = await once(worker, "message");
		return result as Acts[Act]["result"];
	} finally {
		await worker.terminate();
	}
}
