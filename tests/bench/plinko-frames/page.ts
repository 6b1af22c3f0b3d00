import { BoardPainter, type Painter } from "~/games/plinko/screen/board/board-painter";
import type { Clock, DropPlayerOptions } from "~/games/plinko/screen/board/drop-player";
import { BOARD_HEIGHT, BOARD_WIDTH, START_Y } from "~/games/plinko/screen/board/geometry";
import "~/games/plinko/screen/board/board.css";

export interface FramesReport {
	agent: string;
	frames: number;
	/** Milliseconds of script in each frame of the drop, sorted. */
	script: number[];
	/** Milliseconds between two frames, sorted. */
	intervals: number[];
	/** Milliseconds from the call that starts the drop until a ball has moved. */
	firstMove: number;
	/** Milliseconds to load player, physics and index. */
	load: number;
	landed: number;
	seconds: number;
}

const BALLS = 50;
const FACE = {
	multipliers: [10000, 2600, 800, 300, 170, 100, 30, 10, 30, 100, 170, 300, 800, 2600, 10000],
	texts: ["100", "26", "8", "3", "1.7", "1", "0.3", "0.1", "0.3", "1", "1.7", "3", "8", "26", "100"],
};

async function measure(): Promise<FramesReport> {
	document.documentElement.className = "dark";
	const canvas = document.createElement("canvas");
	canvas.style.width = "600px";
	canvas.style.height = `${(600 * BOARD_HEIGHT) / BOARD_WIDTH}px`;
	document.body.append(canvas);

	const script: number[] = [];
	const intervals: number[] = [];
	let started = 0;
	let firstMove = 0;
	let lastFrame = 0;
	let landed = 0;
	const clock: Clock = {
		now: () => performance.now(),
		cancel: (handle) => cancelAnimationFrame(handle),
		request: (frame) =>
			requestAnimationFrame((now) => {
				const before = performance.now();
				frame(now);
				script.push(performance.now() - before);
				if (lastFrame > 0) intervals.push(now - lastFrame);
				lastFrame = now;
			}),
	};
	const boardPainter = new BoardPainter(canvas, () => FACE);
	const painter: Painter = {
		paint: (scene, now) => {
			const continues = boardPainter.paint(scene, now);
			const first = scene.balls[0];
			if (firstMove === 0 && first?.released && first.y > START_Y) firstMove = performance.now() - started;
			return continues;
		},
	};

	const beforeLoad = performance.now();
	const { DropPlayer, warmUp } = await import("~/games/plinko/screen/board/drop-player");
	const load = performance.now() - beforeLoad;
	warmUp();
	await new Promise((resolve) => setTimeout(resolve, 500));
	await new Promise<void>((resolve) => {
		const options: DropPlayerOptions = { clock, onLand: () => landed++, onDone: resolve };
		const player = new DropPlayer(painter, options);
		// Roughly bell-shaped slots, including the outermost.
		const slots = Array.from(
			{ length: BALLS },
			(_, at) => [7, 6, 8, 5, 9, 7, 4, 10, 6, 8, at % 15][at % 11] ?? 7,
		);
		started = performance.now();
		player.play(slots);
		script.push(performance.now() - started);
	});
	const seconds = (performance.now() - started) / 1000;
	const ascending = (a: number, b: number): number => a - b;
	return {
		agent: navigator.userAgent,
		frames: script.length,
		script: script.sort(ascending),
		intervals: intervals.sort(ascending),
		firstMove,
		load,
		landed,
		seconds,
	};
}

const body = await measure().catch((error: unknown) => ({ error: String(error) }));
await fetch("/report", { method: "POST", body: JSON.stringify(body) });
