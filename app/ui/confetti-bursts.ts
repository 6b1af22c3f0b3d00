import confetti, { type Options } from "canvas-confetti";

const COLOURS = ["#ffc233", "#ff7a45", "#ff4d5e", "#fff6df"];
const GOLD = ["#ffc233", "#ffe08a", "#fff6df", "#e08a00"];
const CANNON_MS = 220;
/** Frames that a piece lives. The library's 200 keep pieces that have long left the page. */
const TICKS = 130;

/** All bursts are drawn on one canvas. Its worker would be created from a blob, which the Content-Security-Policy forbids. */
const shoot = confetti.create(undefined, { resize: true, useWorker: false });

/**
 * Throws confetti over the whole page, and more the larger a win is: a burst below 26, cannons from both sides from 26
 * on, and for 100 a rain of several seconds.
 * @param size multiples of the stake.
 */
export function throwBursts(size: number): void {
	const burst = (options: Options) => {
		shoot({ colors: COLOURS, disableForReducedMotion: true, ticks: TICKS, ...options });
		// The library appends it without a role.
		document.querySelector("body > canvas")?.setAttribute("aria-hidden", "true");
	};
	if (size < 10) burst({ particleCount: 45, spread: 65, startVelocity: 32, origin: { y: 0.7 } });
	else if (size < 26) burst({ particleCount: 100, spread: 105, origin: { y: 0.7 } });
	else {
		burst({ particleCount: 120, spread: 130, startVelocity: 55, origin: { y: 0.65 }, colors: GOLD });
		cannons(burst, size < 100 ? 8 : 20);
		if (size >= 100)
			burst({
				particleCount: 80,
				spread: 360,
				startVelocity: 38,
				shapes: ["star"],
				scalar: 1.6,
				colors: GOLD,
			});
	}
}

/** Shoots from the lower corners in turn. */
function cannons(burst: (options: Options) => void, shots: number): void {
	for (let shot = 0; shot < shots; shot++) {
		const isLeft = shot % 2 === 0;
		setTimeout(
			() =>
				burst({
					particleCount: 24,
					angle: isLeft ? 60 : 120,
					spread: 60,
					startVelocity: 60,
					origin: { x: isLeft ? 0 : 1, y: 0.85 },
				}),
			shot * CANNON_MS,
		);
	}
}
