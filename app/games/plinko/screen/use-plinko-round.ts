import { useCallback, useEffect, useRef, useState } from "react";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { useSounds } from "../../sound/use-sounds";
import { ballWin, costOf, type LandedBall, multiplierOf, payoutOf, roundWin } from "../engine/plinko";
import { tierOf } from "../engine/tiers";
import { PLINKO_SOUNDS } from "./plinko-sounds";
import { useCelebration } from "./use-celebration";
import type { Settled } from "./use-current-page";

/**
 * Plays a settled round: until all balls have landed, the displayed balance is without the payout, and the landed balls
 * are added one by one. Plays the sounds and celebrates wins. It decides nothing; unmounting shows the settled balance.
 * @param settled the server's answer to the last play of this page.
 * @param idle whether no form of this page is being sent.
 */
export function usePlinkoRound(settled: Settled | undefined, idle: boolean) {
	const { hold, release, settle } = useDisplayedBalance();
	const [dropping, setDropping] = useState<Settled>();
	const [landed, setLanded] = useState<LandedBall[]>([]);
	const [finishedId, setFinishedId] = useState<string>();
	const playedId = useRef<string>();
	const largestBall = useRef(0);
	const play = useSounds(PLINKO_SOUNDS);
	const { win, celebrate } = useCelebration(play);

	// One effect: the answer and the end of its request may come in the same render. Early: until then the button is
	// enabled, and a press would be lost.
	useEarlyEffect(() => {
		if (settled && settled.round.id !== playedId.current) {
			playedId.current = settled.round.id;
			largestBall.current = 0;
			settle(settled.balance);
			hold(settled.balance - settled.round.payout);
			setLanded([]);
			setDropping(settled);
			play("drop");
		} else if (idle && !dropping) {
			release();
		}
	}, [settled, idle, dropping, hold, settle, release, play]);
	useEffect(() => release, [release]);

	const stake = dropping?.round.stake ?? 0;
	const onLand = useCallback(
		(ball: number, slot: number) => {
			play(`land${tierOf(multiplierOf(slot))}`);
			setLanded((balls) => [...balls, { ball, slot }]);
			const size = ballWin(slot);
			if (!size) return;
			largestBall.current = Math.max(largestBall.current, size);
			celebrate({ size, multiple: multiplierOf(slot), points: payoutOf(stake, slot) });
		},
		[play, celebrate, stake],
	);

	const onDone = useCallback(() => {
		if (!dropping) return;
		setDropping(undefined);
		const { round } = dropping;
		const size = roundWin(round);
		// One ball at 26x has been celebrated when it landed.
		if (!size || size <= largestBall.current) return;
		celebrate({ size, multiple: (100 * round.payout) / costOf(round), points: round.payout });
	}, [dropping, celebrate]);

	return {
		/** The round that is playing; undefined once its balls have landed. */
		dropping: dropping?.round,
		/** The balls that have landed so far, in the order of landing. */
		landed,
		/** The win that is celebrated now. */
		win,
		onLand,
		onDone,
		onPegHit: useCallback(() => play("peg"), [play]),
		/** Displays a balance without the stake from the click until the server has answered. */
		holdBalance: hold,
		/** The round whose animation the player has ended. */
		finishedId,
		/** Ends the animation: every ball lands now. */
		finish: useCallback(() => setFinishedId(dropping?.round.id), [dropping]),
	};
}
