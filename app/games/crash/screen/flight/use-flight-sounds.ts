import { useEffect, useRef, useState } from "react";
import { createTones, type Tone } from "~/ui/tones";
import type { PlayerResult } from "../../engine/player-results";
import type { RoundView } from "../../engine/view";

const LAST_SECONDS = [3, 2, 1];
const COUNT: Tone = { hertz: 520, seconds: 0.09, loudness: 0.05, shape: "triangle" };
const START: readonly Tone[] = [330, 440, 660].map((hertz, at) => ({
	hertz,
	seconds: 0.3,
	loudness: 0.06,
	delay: at * 0.07,
}));
const CRASH: readonly Tone[] = [
	{ hertz: 92, seconds: 0.7, loudness: 0.16, shape: "sawtooth" },
	{ hertz: 61, seconds: 1, loudness: 0.18, shape: "square" },
];
const CASH_OUT: readonly Tone[] = [659, 784, 1047].map((hertz, at) => ({
	hertz,
	seconds: 0.35,
	loudness: 0.09,
	delay: at * 0.08,
}));

/** What is heard of a round: its last seconds before the start, the start, the crash and one's own cash-out. */
export function useFlightSounds(round: RoundView | null, lastResult: PlayerResult | undefined, on: boolean) {
	const [tones] = useState(createTones);
	useEffect(() => tones.close, [tones]);
	useEffect(() => {
		tones.enabled = on;
	}, [tones, on]);

	useEffect(() => {
		if (round?.phase !== "waiting") return;
		const left = (round.lasts ?? 0) - round.elapsed;
		const timers = LAST_SECONDS.map((seconds) => left - 1000 * seconds)
			.filter((ms) => ms > 0)
			.map((ms) => setTimeout(() => tones.play(COUNT), ms));
		return () => timers.forEach(clearTimeout);
	}, [tones, round]);

	const phase = round?.phase;
	const before = useRef(phase);
	useEffect(() => {
		if (before.current === "waiting" && phase === "flying") START.forEach(tones.play);
		if (before.current === "flying" && phase === "crashed") CRASH.forEach(tones.play);
		before.current = phase;
	}, [tones, phase]);

	const paid = lastResult?.status === "cashed_out" ? lastResult.betId : undefined;
	const heard = useRef(paid);
	useEffect(() => {
		if (paid && paid !== heard.current) CASH_OUT.forEach(tones.play);
		heard.current = paid;
	}, [tones, paid]);
}
