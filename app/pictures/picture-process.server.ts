import { type ChildProcess, fork } from "node:child_process";
import pLimit from "p-limit";
import { guarded } from "~/lib/guarded";

/** A picture to re-encode, with the limits that are checked before it is decoded. */
export interface PictureJob {
	bytes: Buffer;
	limits: {
		pixels: number;
		/** Pixels of the longest side. */
		side: number;
		/** Memory of the decoded picture: pixels x channels x bytes of a channel. */
		bytes: number;
	};
	/** Longest side of the result in pixels. */
	side: number;
	fit: "inside" | "cover";
}

export interface PictureAnswer {
	/** WebP. */
	picture?: Uint8Array;
	fault?: "imageTooLarge" | "imageUnreadable";
}

interface Options {
	/** Time for one picture in ms. */
	withinMs?: number;
	/** Time after the last picture in ms after which the process ends, because it holds some 70 MB. */
	idleMs?: number;
	/** Memory of the process in bytes. */
	maxMemory?: number;
}

/** Relative to the folder of a clone or a release, in which the site runs. Plain JavaScript, because it is not built. */
const PROGRAM = "bin/re-encode-pictures.mjs";
const WITHIN_MS = 10_000;
const IDLE_MS = 30_000;
const MAX_MEMORY = 400_000_000;
const UNREADABLE: PictureAnswer = { fault: "imageUnreadable" };

/**
 * Creates the process that decodes pictures. It starts with the first picture, and decodes one at a time. Its end costs
 * the current picture only: the next picture starts it again. It is killed when a picture takes too
 * long or too much memory.
 * @returns a function that re-encodes a picture, and never rejects.
 */
export function createPictureProcess({
	withinMs = WITHIN_MS,
	idleMs = IDLE_MS,
	maxMemory = MAX_MEMORY,
}: Options = {}): (job: PictureJob) => Promise<PictureAnswer> {
	const oneAtATime = pLimit(1);
	let current: ChildProcess | undefined;
	let idle: NodeJS.Timeout | undefined;

	function forget(child: ChildProcess) {
		if (current === child) current = undefined;
	}

	function kill(child: ChildProcess) {
		// The next picture must not be sent to a process that ends.
		forget(child);
		child.kill("SIGKILL");
	}

	function start(): ChildProcess {
		const child = fork(PROGRAM, [String(maxMemory)], {
			// A process that decodes untrusted pictures gets neither the site's secrets nor the flags of its process.
			env: { NODE_ENV: "production" },
			execArgv: [],
			serialization: "advanced",
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		const end = guarded(() => forget(child));
		child.on("exit", end).on("error", end);
		return child;
	}

	const run = (job: PictureJob) =>
		new Promise<PictureAnswer>((resolve) => {
			clearTimeout(idle);
			current ??= start();
			const child = current;
			const late = setTimeout(
				guarded(() => kill(child)),
				withinMs,
			);
			const finish = (answer: PictureAnswer) => {
				clearTimeout(late);
				child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
				// An idle child does not keep this process alive.
				child.unref();
				child.channel?.unref();
				idle = setTimeout(
					guarded(() => kill(child)),
					idleMs,
				).unref();
				resolve(answer);
			};
			const onMessage = guarded((answer: unknown) => finish(answer as PictureAnswer));
			const onEnd = guarded(() => finish(UNREADABLE));
			child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
			child.ref();
			child.channel?.ref();
			// If it cannot be sent, the child has ended, and its exit follows.
			child.send(job, () => {});
		});

	// The process may fail to start, for example for lack of memory.
	return (job) => oneAtATime(() => run(job).catch(() => UNREADABLE));
}
