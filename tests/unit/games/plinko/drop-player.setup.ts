import type { Painter } from "~/games/plinko/screen/board/board-painter";
import { type Clock, DropPlayer, type DropPlayerOptions } from "~/games/plinko/screen/board/drop-player";
import type { Scene } from "~/games/plinko/screen/board/scene";

/** A clock that advances only when the test calls `pass`, which also runs the requested frames. */
export class ManualClock implements Clock {
	time = 1000;
	frames = 0;
	private waiting = new Map<number, (now: number) => void>();

	now = () => this.time;

	request(frame: (now: number) => void): number {
		this.waiting.set(++this.frames, frame);
		return this.frames;
	}

	cancel(handle: number): void {
		this.waiting.delete(handle);
	}

	get idle(): boolean {
		return this.waiting.size === 0;
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
		const due = [...this.waiting.values()];
		this.waiting.clear();
		for (const frame of due) frame(this.time);
	}

	passUntilIdle(milliseconds: number): void {
		for (let frame = 0; frame < 10_000 && !this.idle; frame++) this.pass(milliseconds);
	}
}

class FakePainter implements Painter {
	scene: Scene | undefined;
	paints = 0;
	disposed = 0;

	paint(scene: Scene): boolean {
		this.scene = scene;
		this.paints++;
		return false;
	}

	dispose(): void {
		this.disposed++;
	}
}

/** A player with a manual clock and a fake painter. `log` holds its callbacks. */
export function setUp(options: DropPlayerOptions = {}) {
	const clock = new ManualClock();
	const painter = new FakePainter();
	const log: string[] = [];
	const player = new DropPlayer(painter, {
		clock,
		pick: () => 0,
		onLand: (ball, slot) => log.push(`land ${ball} in ${slot}`),
		onDone: () => log.push("done"),
		...options,
	});
	return { clock, painter, log, player };
}
