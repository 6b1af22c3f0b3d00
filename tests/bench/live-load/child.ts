import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Runs a TypeScript file of this folder in a separate process, which answers one message after the other. */
export class Child {
	readonly process: ChildProcess;
	readonly #ended: Promise<never>;
	#hears: (answer: unknown) => void = () => {};

	constructor(file: string, args: readonly string[] = [], nodeOptions: readonly string[] = []) {
		this.process = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
			execArgv: [...nodeOptions, "--import", "tsx"],
			stdio: ["ignore", "ignore", "inherit", "ipc"],
		});
		this.#ended = once(this.process, "exit").then(([code]) => {
			throw new Error(`${file} ${args.join(" ")} ended with ${code}`);
		});
		this.#ended.catch(() => {});
		this.process.on("message", (answer) => this.#hears(answer));
	}

	get pid(): number {
		if (this.process.pid === undefined) throw new Error("The process could not be started.");
		return this.process.pid;
	}

	hear<Answer>(): Promise<Answer> {
		const answer = new Promise<Answer>((resolve) => {
			this.#hears = resolve as (answer: unknown) => void;
		});
		return Promise.race([answer, this.#ended]);
	}

	ask<Order extends object, Answer>(order: Order): Promise<Answer> {
		const answer = this.hear<Answer>();
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
