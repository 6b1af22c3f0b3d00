import { Link } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints } from "~/i18n/format";
import { throwConfetti } from "../../confetti";
import { DemoBanner } from "../../demo-banner";
import { RULES } from "../../rules";
import { arpeggio, type SoundSet } from "../../sound/sounds";
import { useSounds } from "../../sound/use-sounds";
import { useBetInAddress } from "../../use-bet-in-address";
import { type Bet, costOf, type InstantRules, type Round } from "../rules";
import { BetForm } from "./bet-form";
import { Stats } from "./stats";
import { useBetKeys } from "./use-bet-keys";
import { type InstantProps, useInstantPage, usePlaying, useShownPlayer } from "./use-instant-page";
import "./instant.css";

interface Props<Input extends Bet> extends InstantProps<Input> {
	id: keyof typeof RULES;
	/** The chosen bet. */
	bet: Input;
	onStake(stake: number): void;
	/** See `useBetKeys`. */
	onStep?(step: 1 | -1): void;
	/** ms in which the stage reveals an outcome. */
	revealMs: number;
	/** @param round the round that is revealed, else the last one. */
	stage(round: Round<Input> | undefined, isPlaying: boolean): ReactNode;
	/** The options of the bet beside the stake. */
	options?: ReactNode;
	/** Why the options cannot be played. */
	fault?: string | undefined;
	/** A round in the list of results. */
	result(round: Round<Input>): ReactNode;
	/** Shown beside the results. */
	side?: ReactNode;
	texts: Record<"action" | "busyAction" | "stake" | "info" | "keys" | "stage" | "draws", string>;
	icon: ReactNode;
}

const SOUNDS: SoundSet<"start" | "win" | "bigWin" | "lose"> = {
	start: { tones: [{ hertz: 180, to: 520, seconds: 0.5, loudness: 0.08, shape: "triangle" }] },
	win: { tones: arpeggio([523, 659, 784], 0.08, { seconds: 0.35, loudness: 0.11 }) },
	bigWin: { tones: arpeggio([392, 523, 659, 784, 1047, 1319], 0.08, { seconds: 0.5, loudness: 0.12 }) },
	lose: { tones: [{ hertz: 240, to: 150, seconds: 0.25, loudness: 0.07 }] },
};
/** Multiples of the stake from which a win is celebrated. */
const BIG_WIN = 5;
const MAX_RESULTS = 20;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The screen of a game with one draw. The server decides a round; the stage then reveals it. */
export function SimpleGame<Input extends Bet>(props: Props<Input>) {
	const { t } = useTranslation();
	const { id, bet, texts, revealMs } = props;
	const { stakes }: InstantRules = RULES[id];
	const { page, sent, idle, isRestricted, isSending, isDemo, error } = useInstantPage(props);
	const { language } = page;
	const play = useSounds(SOUNDS);
	const onStart = useCallback(() => play("start"), [play]);
	const { playing, end } = usePlaying(sent, onStart);
	const { balance, totals, spendable, limit, holdCost } = useShownPlayer(page, playing);
	const [results, setResults] = useState(() => (page.lastRound ? [page.lastRound] : []));
	useEffect(() => {
		if (!playing) return;
		const timer = setTimeout(
			() => {
				const multiple = playing.payout / costOf(playing);
				play(multiple >= BIG_WIN ? "bigWin" : multiple > 1 ? "win" : "lose");
				if (multiple >= BIG_WIN) throwConfetti(multiple).catch(() => undefined);
				setResults((rounds) => [playing, ...rounds].slice(0, MAX_RESULTS));
				end();
			},
			isStill() ? 0 : revealMs,
		);
		return () => clearTimeout(timer);
	}, [playing, revealMs, play, end]);
	const stage = useRef<HTMLElement>(null);
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (playing) stage.current?.scrollIntoView({ block: "nearest" });
	}, [playing]);
	const busy = playing !== undefined || !idle;
	useBetInAddress(bet as unknown as Record<string, string | number>);
	useBetKeys({
		...{ id, stakes, stake: bet.stake, setStake: props.onStake, onStep: props.onStep },
		disabled: props.covered || isRestricted || busy,
	});
	const round = playing ?? page.lastRound;
	return (
		<div className={`instant-layout ${id}-layout`}>
			<section
				ref={stage}
				className="instant-stage panel"
				aria-label={texts.stage}
				data-testid="stage"
				data-playing={playing ? "" : undefined}
			>
				<div className="instant-stage__board">{props.stage(round, playing !== undefined)}</div>
				<p role="status" className="instant-summary" data-testid="round-summary">
					{round && !playing
						? t("instant.summary", {
								payout: formatPoints(round.payout, language),
								net: formatNet(round.payout - costOf(round), language),
							})
						: ""}
				</p>
			</section>
			<div className="instant-controls">
				<BetForm
					{...{ id, language, limit, stakes, error, busy, isRestricted }}
					fetcher={props.fetcher}
					idempotencyKey={page.idempotencyKey}
					wallet={page.wallet}
					maxBet={page.maxBet}
					shownBalance={balance}
					stake={bet.stake}
					onStake={props.onStake}
					onPlay={holdCost}
					cost={bet.stake}
					fault={props.fault}
					stakeLabel={texts.stake}
					info={<span>{texts.info}</span>}
					action={texts.action}
					busyAction={playing || isSending ? texts.busyAction : undefined}
					icon={props.icon}
					keys={texts.keys}
				>
					{props.options}
				</BetForm>
				{isDemo ? (
					<DemoBanner
						texts="instant"
						path={`/mini-games/${id}`}
						fetcher={props.fetcher}
						canRefill={spendable < bet.stake && !playing}
					/>
				) : null}
			</div>
			<div className="instant-side">
				{props.side}
				<Stats language={language} isDemo={isDemo} totals={totals} draws={texts.draws} />
				<section aria-labelledby="results" className="panel grid content-start gap-2">
					<h2 id="results" className="text-xl font-bold">
						{t("instant.results")}
					</h2>
					{results.length === 0 ? <p className="text-muted">{t("instant.noResults")}</p> : null}
					<ol className="instant-results grid gap-1 overflow-y-auto">
						{results.map((shown) => (
							<li
								key={shown.id}
								className="flex items-center justify-between gap-3 tabular-nums"
								data-testid="result"
							>
								{isDemo ? (
									props.result(shown)
								) : (
									<Link
										to={`/fairness/${id}?round=${shown.id}`}
										className="link"
										aria-label={t("instant.check")}
									>
										{props.result(shown)}
									</Link>
								)}
								<span className="font-bold">{formatNet(shown.payout - costOf(shown), language)}</span>
							</li>
						))}
					</ol>
				</section>
			</div>
		</div>
	);
}
