import { START } from "../../engine/curve";
import type { RoundView } from "../../engine/view";
import type { ExitMark, ShownMark } from "./exit-marks";
import {
	anchor,
	applyTick,
	displayedMultiplier,
	elapsedAt,
	endFlight,
	type FlightClock,
	type PhaseClock,
	type Signal,
	signalOf,
	startFlight,
	startPhase,
} from "./flight-clock";
import { FlightPainter, type Picture } from "./flight-painter";
import { tierOf } from "./tiers";

/** The elements and texts that a flight is displayed with. */
export interface Screen {
	canvas: HTMLCanvasElement;
	/** Displays the multiplier or, before the start, the seconds left. */
	number: HTMLElement;
	/** The texts of a multiplier, of a multiplier on the axis, and of the time left until the start. */
	multiplierText(hundredths: number): string;
	axisText(hundredths: number): string;
	secondsText(ms: number): string;
	/** Called after the first frame is drawn; never under reduced motion. */
	onDrawn(): void;
}

/** Under reduced motion only the number is updated, at this interval. */
const CALM_MS = 100;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Displays a round from the server's events, frame by frame and outside React. It decides nothing. It runs while a
 * screen is mounted and a round is set.
 */
export class Flight {
	/** Called when the signal changes during a flight. */
	onSignal?: (signal: Signal) => void;
	private round: RoundView | undefined;
	private phase: PhaseClock = { start: 0 };
	private clock: FlightClock | undefined;
	private signal: Signal = "good";
	/** Of the round `marksOf`. */
	private marks: readonly ShownMark[] = [];
	private marksOf: string | undefined;
	private screen: Screen | undefined;
	private painter: FlightPainter | undefined;
	private written = "";
	private drawn = false;
	private readonly watchers = new Set<(multiplier: number) => void>();
	private frameHandle: number | undefined;
	private calmHandle: ReturnType<typeof setTimeout> | undefined;

	/**
	 * Applies a round event of the server; undefined stops the display. A repeat of the same phase only corrects its
	 * clock.
	 * @param now ms of `performance.now()` when the event arrived.
	 */
	show(round: RoundView | undefined, now = performance.now()): void {
		const { round: before } = this;
		this.round = round;
		if (!round) return;
		const isSameRound = before?.id === round.id;
		if (before && !isSameRound) {
			this.marks = [];
			this.marksOf = round.id;
		}
		if (isSameRound && before.phase === round.phase) {
			anchor(this.phase, now, round.elapsed);
		} else {
			this.phase = startPhase(now, round.elapsed);
			if (round.phase === "flying") this.clock = startFlight(now, round.elapsed, round.multiplier);
			if (round.phase === "waiting") this.clock = undefined;
		}
		if (round.phase === "crashed") {
			if (!isSameRound || !this.clock) this.clock = startFlight(now, 0, round.multiplier);
			endFlight(this.clock, round.multiplier);
		}
		this.wake();
	}

	/** Applies a tick of the server: see `Tick`. Ignored outside a flight. */
	tick(elapsed: number, multiplier: number, interval: number, now = performance.now()): void {
		if (this.round?.phase === "flying" && this.clock) {
			applyTick(this.clock, now, elapsed, multiplier, interval);
		}
	}

	/**
	 * Shows the cash-outs of the current round on the curve. Those that are known when the round is first shown appear
	 * without an animation.
	 * @param marks in ascending order.
	 */
	showExits(marks: readonly ExitMark[], now = performance.now()): void {
		const isFirst = this.marksOf !== this.round?.id;
		this.marksOf = this.round?.id;
		const known = new Map(isFirst ? [] : this.marks.map(({ id, since }) => [id, since]));
		this.marks = marks.map((mark) => ({
			...mark,
			since: known.get(mark.id) ?? (isFirst ? Number.NEGATIVE_INFINITY : now),
		}));
	}

	/**
	 * Calls back with the multiplier, in whole hundredths, of every frame of a flight, while a screen is mounted.
	 * @returns a function that ends it.
	 */
	watch(watcher: (multiplier: number) => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}

	/**
	 * Displays the flight on a screen, one at a time. Under reduced motion nothing is drawn on the canvas.
	 * @returns a function that removes the screen again.
	 */
	mount(screen: Screen): () => void {
		this.screen = screen;
		const motion = matchMedia(REDUCED_MOTION);
		const restart = (): void => {
			this.painter?.dispose();
			this.painter = undefined;
			this.sleep();
			if (!motion.matches) {
				this.painter = new FlightPainter(screen.canvas, {
					multiplier: (hundredths) => screen.axisText(hundredths),
					second: (second) => `${second} s`,
					exit: (hundredths) => screen.multiplierText(hundredths),
				});
			}
			this.wake();
		};
		motion.addEventListener("change", restart);
		restart();
		return () => {
			motion.removeEventListener("change", restart);
			this.painter?.dispose();
			this.painter = undefined;
			this.screen = undefined;
			this.written = "";
			this.drawn = false;
			this.sleep();
		};
	}

	private wake(): void {
		if (!this.screen || !this.round || this.frameHandle !== undefined || this.calmHandle !== undefined)
			return;
		if (this.painter) {
			this.frameHandle = requestAnimationFrame((now) => {
				this.frameHandle = undefined;
				this.frame(now);
			});
		} else {
			this.calmHandle = setTimeout(() => {
				this.calmHandle = undefined;
				this.frame(performance.now());
			}, CALM_MS);
		}
	}

	private sleep(): void {
		if (this.frameHandle !== undefined) cancelAnimationFrame(this.frameHandle);
		clearTimeout(this.calmHandle);
		this.frameHandle = this.calmHandle = undefined;
	}

	private frame(now: number): void {
		const { round, screen, clock } = this;
		if (!round || !screen) return;
		const elapsed = elapsedAt(this.phase, now);
		const multiplier = clock ? displayedMultiplier(clock, now) : START;
		this.write(screen, round, elapsed, multiplier);
		if (round.phase === "flying") {
			for (const watcher of this.watchers) watcher(Math.floor(multiplier));
		}
		this.noteSignal(round.phase === "flying" && clock ? signalOf(clock, now) : "good");
		this.paint(screen, { round, multiplier, elapsed, marks: this.marks }, now);
		this.wake();
	}

	private write(screen: Screen, round: RoundView, elapsed: number, multiplier: number): void {
		if (round.phase === "flying") this.colour(screen.number, String(tierOf(multiplier)));
		const text =
			round.phase === "waiting"
				? screen.secondsText(Math.max(0, (round.lasts ?? 0) - elapsed))
				: screen.multiplierText(multiplier);
		if (text === this.written) return;
		this.written = text;
		screen.number.textContent = text;
	}

	private colour({ dataset }: HTMLElement, tier: string): void {
		if (dataset.tier !== tier) dataset.tier = tier;
	}

	private paint(screen: Screen, picture: Picture, now: number): void {
		if (!this.painter) return;
		this.painter.paint(picture, now);
		if (!this.drawn) screen.onDrawn();
		this.drawn = true;
	}

	private noteSignal(signal: Signal): void {
		if (signal === this.signal) return;
		this.signal = signal;
		this.onSignal?.(signal);
	}
}
