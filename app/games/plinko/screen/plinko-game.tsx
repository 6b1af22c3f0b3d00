import type { FetcherWithComponents } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { DemoBanner } from "../../demo-banner";
import { useRestriction } from "../../limits/restriction";
import { useBetInAddress } from "../../use-bet-in-address";
import { DEMO_WALLET } from "../../wallet";
import { countBySlot, MULTIPLIERS, type Round } from "../engine/plinko";
import { Board } from "./board/board";
import { PlayForm } from "./play-form";
import { Results, Stats } from "./results";
import { Stage } from "./stage";
import { type Page, shownOf, useCurrentPage } from "./use-current-page";
import { usePlinkoKeys } from "./use-plinko-keys";
import { usePlinkoRound } from "./use-plinko-round";

interface GamePage extends Page {
	language: Language;
	/** The bet that the page opens with. */
	stake: number;
	balls: number;
	maxBet?: number | undefined;
}

type Answer =
	| { ok: true; round?: Round; balance?: number }
	| {
			ok: false;
			code: ErrorCode;
			message?: string;
			fieldErrors?: Record<string, string>;
			typed?: Record<string, unknown>;
	  };

interface Props {
	page: GamePage;
	fetcher: FetcherWithComponents<Answer>;
	/** The answer to the last form of this page, sent with scripts or without. */
	answer: Answer | undefined;
	/** Another dialog is open over this one and receives the keys. */
	covered: boolean;
}

/** The screen of Plinko. The server decides a round; the board then plays it, and the totals include it at the end. */
export function PlinkoGame({ page: loaded, fetcher, answer, covered }: Props) {
	const { t } = useTranslation();
	const [stake, setStake] = useTyped("stake", answer, loaded.stake);
	const [balls, setBalls] = useTyped("balls", answer, loaded.balls);
	const answered = fetcher.data;
	const played = useMemo(
		() =>
			answered?.ok && answered.round && answered.balance !== undefined
				? { round: answered.round, balance: answered.balance }
				: undefined,
		[answered],
	);
	const page = useCurrentPage(loaded, played);
	const { language } = page;
	const demo = page.wallet === DEMO_WALLET;
	const idle = fetcher.state === "idle";
	const { dropping, landed, win, onLand, onDone, onPegHit, holdBalance, finish, finishedId } = usePlinkoRound(
		played,
		idle,
	);
	const sending = !idle && fetcher.formData?.get("intent") === "play";
	const round = dropping ?? page.lastRound;
	const shownBalls = dropping ? landed : (round?.slots.map((slot, ball) => ({ ball, slot })) ?? []);
	// The results of the last round stay listed until the first ball of the next one has landed.
	const listed = { round, landed: shownBalls, settled: !dropping };
	const results = useRef(listed);
	if (!dropping || landed.length > 0) results.current = listed;
	const board = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (dropping) board.current?.scrollIntoView({ block: "nearest" });
	}, [dropping]);
	const { points, isHeld } = useDisplayedBalance();
	const { balance, totals } = useMemo(() => shownOf(page, dropping, { points }), [page, dropping, points]);
	const spendable = isHeld ? page.balance : balance;
	const busyWith = dropping?.slots.length ?? (sending ? balls : idle ? undefined : 0);
	const limit = Math.min(spendable, page.maxBet ?? spendable);
	const holdCost = useCallback((cost: number) => holdBalance(spendable - cost), [holdBalance, spendable]);
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
	const isRestricted = useRestriction() !== undefined;
	usePlinkoKeys({
		disabled: covered || isRestricted || busyWith !== undefined,
		stake,
		balls,
		limit,
		setStake,
		setBalls,
	});

	return (
		<div className="plinko-layout">
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
					drop={dropping && { key: dropping.id, slots: dropping.slots }}
					finishedKey={finishedId}
					onLand={onLand}
					onDone={onDone}
					onPegHit={onPegHit}
					label={t("plinko.board")}
					landedLabel={landedLabel}
					multiplierText={multiplierText}
				/>
			</Stage>
			<div className="plinko-controls">
				<PlayForm
					fetcher={fetcher}
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
					error={answer && !answer.ok ? refusalOf(answer, (code) => t(`errors.${code}`)) : undefined}
				/>
				{demo ? (
					<DemoBanner game="plinko" fetcher={fetcher} canRefill={spendable < stake && !dropping} />
				) : null}
			</div>
			<div className="plinko-side">
				<Stats language={language} title={t(demo ? "plinko.demoStats" : "plinko.stats")} totals={totals} />
				<Results language={language} {...results.current} checkable={!demo} />
			</div>
		</div>
	);
}

/** The error of the first invalid field is more specific than the general error. */
function refusalOf(answer: Extract<Answer, { ok: false }>, messageOf: (code: ErrorCode) => string): string {
	const [fieldError] = Object.values(answer.fieldErrors ?? {});
	return fieldError ?? answer.message ?? messageOf(answer.code);
}

/** Keeps the typed value after a refusal without scripts. A later change of `given` replaces it. */
function useTyped(name: "stake" | "balls", answer: Answer | undefined, given: number) {
	const typed = answer && !answer.ok ? Number(answer.typed?.[name]) : Number.NaN;
	const played = answer?.ok
		? name === "stake"
			? answer.round?.stake
			: answer.round?.slots.length
		: undefined;
	const start = Number.isInteger(typed) && typed > 0 ? typed : (played ?? given);
	const [value, setValue] = useState(start);
	const before = useRef(given);
	useEffect(() => {
		if (before.current !== given) setValue(given);
		before.current = given;
	}, [given]);
	return [value, setValue] as const;
}
