import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier } from "~/i18n/format";
import { DemoBanner } from "../../demo-banner";
import { Stats } from "../../instant/screen/stats";
import { useBetKeys } from "../../instant/screen/use-bet-keys";
import {
	type InstantProps,
	useInstantPage,
	useOption,
	useShownPlayer,
} from "../../instant/screen/use-instant-page";
import { useBetInAddress } from "../../use-bet-in-address";
import { countBySlot, MAX_BALLS, MULTIPLIERS, type PlinkoBet, STAKES } from "../engine/plinko";
import { Board } from "./board/board";
import { PlayForm } from "./play-form";
import { Results } from "./results";
import { Stage } from "./stage";
import { usePlinkoRound } from "./use-plinko-round";

/** The screen of Plinko. The server decides a round; the board then plays it, and the totals include it at the end. */
export function PlinkoGame(props: InstantProps<PlinkoBet>) {
	const { t } = useTranslation();
	const [stake, setStake] = useOption("stake", props);
	const [balls, setBalls] = useOption("balls", props);
	const { page, sent, idle, isRestricted, isSending, isDemo, error } = useInstantPage(props);
	const { language } = page;
	const { dropping, landed, win, onLand, onDone, onPegHit, finish, finishedId } = usePlinkoRound(sent);
	const round = dropping ?? page.lastRound;
	const shownBalls = dropping ? landed : (round?.outcome.map((slot, ball) => ({ ball, slot })) ?? []);
	// The results of the last round stay listed until the first ball of the next one has landed.
	const listed = { round, landed: shownBalls, settled: !dropping };
	const results = useRef(listed);
	if (!dropping || landed.length > 0) results.current = listed;
	const board = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (dropping) board.current?.scrollIntoView({ block: "nearest" });
	}, [dropping]);
	const { balance, totals, spendable, limit, holdCost } = useShownPlayer(page, dropping);
	const busyWith = dropping?.outcome.length ?? (isSending ? balls : idle ? undefined : 0);
	const landedLabel = useCallback(
		(slot: number, count: number) =>
			t("plinko.landed", {
				count,
				slot: slot + 1,
				multiplier: formatMultiplier(MULTIPLIERS[slot] ?? 0, language),
			}),
		[t, language],
	);
	const multiplierText = useCallback(
		(hundredths: number) => formatMultiplier(hundredths, language).replace("x", "×"),
		[language],
	);

	useBetInAddress({ stake, setBalls: balls });
	const onStep = useCallback(
		(step: 1 | -1) => {
			const next = balls + step;
			const isMore = step > 0;
			if (isMore ? next <= MAX_BALLS && stake * next <= limit : next >= 1) setBalls(next);
		},
		[stake, balls, limit, setBalls],
	);
	useBetKeys({
		...{ id: "plinko", stakes: STAKES, stake, setStake, onStep },
		disabled: props.covered || isRestricted || busyWith !== undefined,
	});

	return (
		<div className="instant-layout plinko-layout">
			<Stage
				ref={board}
				language={language}
				round={round}
				landed={shownBalls}
				settled={!dropping}
				win={win}
				onFinish={finish}
			>
				<Board
					multipliers={MULTIPLIERS}
					landed={countBySlot(shownBalls)}
					drop={dropping && { key: dropping.id, slots: dropping.outcome }}
					finishedKey={finishedId}
					onLand={onLand}
					onDone={onDone}
					onPegHit={onPegHit}
					label={t("plinko.board")}
					landedLabel={landedLabel}
					multiplierText={multiplierText}
				/>
			</Stage>
			<div className="instant-controls">
				<PlayForm
					id="plinko"
					fetcher={props.fetcher}
					stakes={STAKES}
					language={language}
					idempotencyKey={page.idempotencyKey}
					wallet={page.wallet}
					limit={limit}
					maxBet={page.maxBet}
					shownBalance={balance}
					stake={stake}
					balls={balls}
					onStake={setStake}
					onBalls={setBalls}
					onPlay={holdCost}
					dropping={busyWith}
					isRestricted={isRestricted}
					error={error}
				/>
				{isDemo ? (
					<DemoBanner
						texts="instant"
						path="/mini-games/plinko"
						fetcher={props.fetcher}
						canRefill={spendable < stake && !dropping}
					/>
				) : null}
			</div>
			<div className="instant-side">
				<Stats language={language} isDemo={isDemo} totals={totals} draws={t("plinko.ballsDropped")} />
				<Results language={language} {...results.current} checkable={!isDemo} />
			</div>
		</div>
	);
}
