import { useCallback, useRef, useState } from "react";
import { costOf } from "../../instant/rules";
import { type Sent, usePlaying } from "../../instant/screen/use-instant-page";
import { tierOf } from "../../instant/tiers";
import { useSounds } from "../../sound/use-sounds";
import { ballWin, type LandedBall, multiplierOf, type PlinkoBet, payoutOf, roundWin } from "../engine/plinko";
import { PLINKO_SOUNDS } from "./plinko-sounds";
import { useCelebration } from "./use-celebration";

/**
 * Plays a settled round: until all balls have landed, the displayed balance is without the payout, and the landed balls
 * are added one by one. Plays the sounds and celebrates wins. It decides nothing; unmounting shows the settled balance.
 */
export function usePlinkoRound(sent: Sent<PlinkoBet>) {
	const [landed, setLanded] = useState<LandedBall[]>([]);
	const [finishedId, setFinishedId] = useState<string>();
	const largestBall = useRef(0);
	const play = useSounds(PLINKO_SOUNDS);
	const { win, celebrate } = useCelebration(play);

	const onStart = useCallback(() => {
		largestBall.current = 0;
		setLanded([]);
		play("drop");
	}, [play]);
	const { playing: dropping, end } = usePlaying(sent, onStart);

	const stake = dropping?.input.stake ?? 0;
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
		end();
		const size = roundWin(dropping);
		// One ball at 26x has been celebrated when it landed.
		if (!size || size <= largestBall.current) return;
		celebrate({ size, multiple: (100 * dropping.payout) / costOf(dropping), points: dropping.payout });
	}, [dropping, end, celebrate]);

	return {
		/** The round that is playing; undefined once its balls have landed. */
		dropping,
		/** The balls that have landed so far, in the order of landing. */
		landed,
		/** The win that is celebrated now. */
		win,
		onLand,
		onDone,
		onPegHit: useCallback(() => play("peg"), [play]),
		/** The round whose animation the player has ended. */
		finishedId,
		/** Ends the animation: every ball lands now. */
		finish: useCallback(() => setFinishedId(dropping?.id), [dropping]),
	};
}
