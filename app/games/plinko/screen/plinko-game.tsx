import type { FetcherWithComponents } from "@remix-run/react";
import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import { useShownBalance } from "~/ui/displayed-balance";
import { useRememberedSwitch } from "~/ui/use-remembered-switch";
import { DemoBanner } from "../../demo-banner";
import { DEMO_WALLET } from "../../wallet";
import { countBySlot, MULTIPLIERS, type Round } from "../engine/plinko";
import { Board } from "./board/board";
import { PlayForm } from "./play-form";
import { Results, Stats } from "./results";
import { addRound, type Page, useCurrentPage } from "./use-current-page";
import { usePlinkoKeys } from "./use-plinko-keys";
import { usePlinkoRound } from "./use-plinko-round";

interface GamePage extends Page {
	language: Language;
	/** The bet that the page opens with. */
	stake: number;
	balls: number;
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
	/** To the last form of this page, sent with scripts or without. */
	answer: Answer | undefined;
	/** Another dialog lies over this one and has the keys. */
	covered: boolean;
}

export function PlinkoGame({ page: loaded, fetcher, answer, covered }: Props) {
	const { t } = useTranslation();
	const [stake, setStake] = useTyped("stake", answer, loaded.stake);
	const [balls, setBalls] = useTyped("balls", answer, loaded.balls);
	const [soundOn, toggleSound] = useRememberedSwitch("sound");
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
	const { dropping, landed, onLand, onDone, onPegHit, stakeGone } = usePlinkoRound(played, idle, soundOn);
	const sending = !idle && fetcher.formData?.get("intent") === "play";
	const round = dropping ?? page.lastRound;
	const shownBalls = dropping ? landed : (round?.slots.map((slot, ball) => ({ ball, slot })) ?? []);
	const board = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (dropping) board.current?.scrollIntoView({ block: "nearest" });
	}, [dropping]);
	const { points, isHeld } = useShownBalance();
	const balance = isHeld ? (points ?? page.balance) : page.balance;
	const busyWith = dropping?.slots.length ?? (sending ? balls : idle ? undefined : 0);
	const affords = (cost: number) => cost <= page.balance;

	usePlinkoKeys({ disabled: covered || busyWith !== undefined, stake, balls, affords, setStake, setBalls });

	return (
		<>
			{demo ? (
				<DemoBanner game="plinko" fetcher={fetcher} canRefill={page.balance < stake && !dropping} />
			) : null}
			<div className="grid gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)_20rem]">
				<div className="order-2 grid content-start gap-4 lg:order-1">
					<p className="panel flex items-baseline justify-between gap-3 py-3">
						<span className="text-muted">{t(demo ? "plinko.demoBalance" : "plinko.balance")}</span>
						<strong className="font-display text-2xl tabular-nums" data-testid="game-balance">
							{formatPoints(balance, language)}
						</strong>
					</p>
					<PlayForm
						fetcher={fetcher}
						language={language}
						idempotencyKey={page.idempotencyKey}
						wallet={page.wallet}
						balance={page.balance}
						stake={stake}
						balls={balls}
						onStake={setStake}
						onBalls={setBalls}
						onPlay={(cost) => stakeGone(page.balance - cost)}
						dropping={busyWith}
						error={answer && !answer.ok ? refusalOf(answer, (code) => t(`errors.${code}`)) : undefined}
					/>
				</div>
				<div ref={board} className="panel relative order-1 scroll-m-4 self-start p-2 sm:p-4 lg:order-2">
					<button
						type="button"
						onClick={toggleSound}
						aria-pressed={soundOn}
						aria-label={t(soundOn ? "plinko.soundOff" : "plinko.soundOn")}
						className="needs-scripts button button-icon absolute top-3 left-3 z-10"
					>
						{soundOn ? (
							<Volume2 aria-hidden="true" className="size-5" />
						) : (
							<VolumeX aria-hidden="true" className="size-5" />
						)}
					</button>
					<Board
						multipliers={MULTIPLIERS}
						landed={countBySlot(shownBalls)}
						drop={dropping && { key: dropping.id, slots: dropping.slots }}
						onLand={onLand}
						onDone={onDone}
						onPegHit={onPegHit}
						label={t("plinko.board")}
						landedLabel={(slot, count) =>
							t("plinko.landed", {
								count,
								slot: slot + 1,
								multiplier: formatMultiplier(MULTIPLIERS[slot] ?? 0, language),
							})
						}
						multiplierText={(hundredths) => formatMultiplier(hundredths, language).slice(0, -1)}
					/>
				</div>
				<div className="order-3 grid content-start gap-4 lg:col-span-2 lg:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
					<Results
						language={language}
						round={round}
						landed={shownBalls}
						settled={!dropping}
						checkable={!demo}
					/>
					<Stats
						language={language}
						title={t(demo ? "plinko.demoStats" : "plinko.stats")}
						totals={
							dropping && page.lastRound?.id === dropping.id
								? addRound(page.totals, dropping, -1)
								: page.totals
						}
					/>
				</div>
			</div>
		</>
	);
}

/** The error of the first invalid field is more specific than the general error. */
function refusalOf(answer: Extract<Answer, { ok: false }>, words: (code: ErrorCode) => string): string {
	const [fieldError] = Object.values(answer.fieldErrors ?? {});
	return fieldError ?? answer.message ?? words(answer.code);
}

/** What was typed survives a refusal without scripts; another bet in the address replaces it. */
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
