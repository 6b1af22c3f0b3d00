import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A TypeScript file of this folder as a process of its own, which answers one message after the other. */
export class Child {
	readonly process: ChildProcess;

	constructor(file: string, args: readonly string[] = [], nodeOptions: readonly string[] = []) {
		this.process = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
			execArgv: [...nodeOptions, "--import", "tsx"],
			stdio: ["ignore", "inherit", "inherit", "ipc"],
		});
	}

	get pid(): number {
		if (this.process.pid === undefined) throw new Error("The process could not be started.");
		return this.process.pid;
	}

	async hear<Answer>(): Promise<Answer> {
		const ended = once(this.process, "exit").then(([code]) => {
			throw new Error(`${this.process.spawnargs.join(" ")} ended with ${code}`);
		});
		const [answer] = await Promise.race([once(this.process, "message"), ended]);
		return answer as Answer;
	}

	async ask<Order extends object, Answer>(order: Order): Promise<Answer> {
		const answer = this.hear<Answer>();
		this.process.send(order);
		return answer;
	}

	tell<Order extends object>(order: Order) {
		this.process.send(order);
	}

	async close() {
		if (this.process.exitCode !== null) return;
		const ended = once(this.process, "exit");
		this.process.kill("SIGKILL");
		await ended;
	}
}
