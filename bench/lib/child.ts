import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Runs a TypeScript file in a separate process that answers each message before the next is sent. */
export class Child {
	readonly process: ChildProcess;
	readonly #ended: Promise<never>;
	#resolve: (answer: unknown) => void = () => {};

	constructor(file: string, args: readonly string[] = [], nodeOptions: readonly string[] = []) {
		this.process = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
			execArgv: [...nodeOptions, "--import", "tsx"],
			stdio: ["ignore", "ignore", "inherit", "ipc"],
		});
		this.#ended = once(this.process, "exit").then(([code]) => {
			throw new Error(`${file} ${args.join(" ")} ended with ${code}`);
		});
		this.#ended.catch(() => {});
		this.process.on("message", (answer) => this.#resolve(answer));
	}

	get pid(): number {
		if (this.process.pid === undefined) throw new Error("The process could not be started.");
		return this.process.pid;
	}

	receive<Answer>(): Promise<Answer> {
		const answer = new Promise<Answer>((resolve) => {
			this.#resolve = resolve as (answer: unknown) => void;
		});
		return Promise.race([answer, this.#ended]);
	}

	request<Order extends object, Answer>(order: Order): Promise<Answer> {
		const answer = this.receive<Answer>();
		this.process.send(order);
		return answer;
	}

	async close() {
		if (this.process.exitCode !== null) return;
		const ended = once(this.process, "exit");
		this.process.kill("SIGKILL");
		await ended;
	}
}
