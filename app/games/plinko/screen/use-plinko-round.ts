import { useCallback, useEffect, useRef, useState } from "react";
import { useShownBalance } from "~/ui/displayed-balance";
import { costOf, isBigWin, type LandedBall, multiplierOf } from "../engine/plinko";
import { tierOf } from "../engine/tiers";
import { createSounds, type Sounds } from "./sounds";
import type { Settled } from "./use-current-page";

/**
 * Shows a settled round as it falls: the header holds the stake gone until all balls have landed, the
 * landed balls grow one by one. Nothing here decides anything; leaving early shows the settled truth.
 * @param settled the server's answer to the last play of this page.
 * @param idle whether no form of this page is under way.
 */
export function usePlinkoRound(settled: Settled | undefined, idle: boolean, soundOn: boolean) {
	const { hold, release, settle } = useShownBalance();
	const [dropping, setDropping] = useState<Settled>();
	const [landed, setLanded] = useState<LandedBall[]>([]);
	const shown = useRef<string>();
	const sounds = useRef<Sounds>();

	useEffect(() => {
		sounds.current = createSounds();
		return () => sounds.current?.close();
	}, []);
	useEffect(() => {
		if (sounds.current) sounds.current.enabled = soundOn;
	}, [soundOn]);

	// One effect: the answer and the end of its request may come in the same render.
	useEffect(() => {
		if (settled && settled.round.id !== shown.current) {
			shown.current = settled.round.id;
			settle(settled.balance);
			hold(settled.balance - settled.round.payout);
			setLanded([]);
			setDropping(settled);
		} else if (idle && !dropping) {
			release();
		}
	}, [settled, idle, dropping, hold, settle, release]);
	useEffect(() => release, [release]);

	const onLand = useCallback((ball: number, slot: number) => {
		sounds.current?.land(tierOf(multiplierOf(slot)));
		setLanded((balls) => [...balls, { ball, slot }]);
	}, []);

	const onDone = useCallback(() => {
		if (!dropping) return;
		setDropping(undefined);
		if (dropping.round.payout > costOf(dropping.round)) sounds.current?.win();
		if (isBigWin(dropping.round)) void celebrate();
	}, [dropping]);

	return {
		dropping: dropping?.round,
		/** The balls that have landed so far, in the order of landing. */
		landed,
		onLand,
		onDone,
		onPegHit: useCallback(() => sounds.current?.tick(), []),
		/** At the click, before the server has answered. */
		stakeGone: hold,
	};
}

async function celebrate() {
	const { default: confetti } = await import("canvas-confetti");
	// Its worker would be made from a blob, which the Content-Security-Policy refuses.
	await confetti.create(undefined, { resize: true, useWorker: false })({
		particleCount: 140,
		spread: 100,
		origin: { y: 0.7 },
		colors: ["#ffc233", "#ff7a45", "#ff4d5e", "#fff6df"],
		disableForReducedMotion: true,
	});
}
