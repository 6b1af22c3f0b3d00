import { Dices } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatMultiplier, formatPercent, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Round } from "../instant/rules";
import { ChoiceButton } from "../instant/screen/bet-form";
import { SimpleGame } from "../instant/screen/simple-game";
import { type InstantProps, useOption } from "../instant/screen/use-instant-game";
import { useTransform } from "../instant/screen/use-transform";
import {
	CHANCES,
	type DiceBet,
	formatRoll,
	MAX_WIN,
	multiplierOf,
	ROLLS,
	SIDES,
	type Side,
	targetOf,
	winOf,
	wins,
} from "./dice";
import "./dice.css";

const isSide = (value: unknown): value is Side => SIDES.some((side) => side === value);

/** The screen of the dice: the player chooses the chance, and whether the roll has to be over or under. */
export function DiceGame(props: InstantProps<DiceBet>) {
	const { t } = useTranslation();
	const { language } = props.page;
	const [stake, setStake] = useOption("stake", props);
	const [chance, setChance] = useOption("chance", props);
	const [side, setSide] = useOption("side", props, isSide);
	const bet = { stake, chance, side };
	const sideText = (of: Side) =>
		t(`dice.${of}`, { target: formatRoll(targetOf({ chance, side: of }), language) });
	const choiceText = (offered: number) =>
		t("dice.choice", {
			percent: formatPercent(offered / ROLLS, language),
			multiplier: formatMultiplier(multiplierOf(offered), language),
		});
	return (
		<SimpleGame
			{...props}
			id="dice"
			bet={bet}
			onStake={setStake}
			onStep={(step) => setChance(CHANCES[CHANCES.indexOf(chance) + step] ?? chance)}
			revealMs={1100}
			fault={(stake) =>
				winOf({ stake, chance }) > MAX_WIN ? t("dice.tooHigh", { max: MAX_WIN }) : undefined
			}
			icon={<Dices aria-hidden="true" className="size-5" />}
			texts={{
				action: t("dice.rollNow"),
				busyAction: t("dice.rolling"),
				stake: t("dice.stake"),
				info: t("dice.win", { points: formatPoints(winOf(bet), language) }),
				keys: t("dice.keys"),
				stage: t("dice.stage"),
				draws: t("dice.rolls"),
			}}
			options={
				<>
					<label className="grid gap-1 font-semibold">
						{t("dice.chance")}
						<select
							name="chance"
							value={chance}
							onChange={(event) => setChance(Number(event.target.value))}
							className="field font-normal tabular-nums"
						>
							{CHANCES.map((offered) => (
								<option key={offered} value={offered}>
									{choiceText(offered)}
								</option>
							))}
						</select>
					</label>
					<input
						type="range"
						min={0}
						max={CHANCES.length - 1}
						value={CHANCES.indexOf(chance)}
						onChange={(event) => setChance(CHANCES[Number(event.target.value)] ?? chance)}
						aria-label={t("dice.chance")}
						aria-valuetext={choiceText(chance)}
						className="needs-scripts w-full accent-accent"
					/>
					<fieldset>
						<legend className="mb-1 font-semibold">{t("dice.side")}</legend>
						<div className="grid grid-cols-2 gap-2">
							{SIDES.map((offered) => (
								<ChoiceButton
									key={offered}
									name="side"
									value={offered}
									label={<span className="text-sm tabular-nums">{sideText(offered)}</span>}
									isChosen={offered === side}
									onChoose={() => setSide(offered)}
								/>
							))}
						</div>
					</fieldset>
				</>
			}
			result={({ input, outcome: [roll = 0] }) => (
				<span className={wins(input, roll) ? "font-bold text-good" : "text-muted"}>
					{formatRoll(roll, language)}
				</span>
			)}
			stage={(round, isPlaying) => (
				<DiceStage
					bet={isPlaying && round ? round.input : bet}
					side={sideText(side)}
					round={round}
					isPlaying={isPlaying}
					language={language}
				/>
			)}
		/>
	);
}

/** Shown until the die has stopped: a roll without digits. */
const NO_ROLL = { pt: "––,––", en: "––.––" } as const satisfies Record<Language, string>;

/** The scale from 0 to 100 with the rolls that win, and a die that slides to the last roll. */
function DiceStage({
	bet,
	side,
	round,
	isPlaying,
	language,
}: {
	bet: Pick<DiceBet, "chance" | "side">;
	side: string;
	round: Round<DiceBet> | undefined;
	isPlaying: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	const roll = round?.outcome[0];
	const share = (bet.chance / ROLLS) * 560;
	const at = roll === undefined ? 280 : (roll / ROLLS) * 560;
	const marker = useTransform(`translateX(${at}px)`);
	const tone = isPlaying || !round || roll === undefined ? "" : wins(round.input, roll) ? "won" : "lost";
	const text =
		roll === undefined || isPlaying
			? t("dice.stageEmpty", { side })
			: t("dice.stageText", { side, roll: formatRoll(roll, language) });
	return (
		<svg viewBox="0 0 620 400" role="img" aria-label={text} className={`dice dice--${tone}`} data-roll={roll}>
			<text x="310" y="130" className="dice__number" data-testid="roll">
				{roll === undefined || isPlaying ? NO_ROLL[language] : formatRoll(roll, language)}
			</text>
			<g transform="translate(30 250)">
				<rect className="dice__scale" x="-10" y="-10" width="580" height="44" rx="22" />
				<rect className="dice__lose" width="560" height="24" rx="12" />
				<rect
					className="dice__win"
					x={bet.side === "over" ? 560 - share : 0}
					width={share}
					height="24"
					rx={Math.min(12, share / 2)}
				/>
				{[0, 25, 50, 75, 100].map((tick) => (
					<g key={tick} transform={`translate(${tick * 5.6} 46)`}>
						<path className="dice__tick" d="M0 0v10" />
						<text y="34" className="dice__label">
							{tick}
						</text>
					</g>
				))}
				<g
					className={`dice__marker ${isPlaying ? "dice__marker--rolling" : ""}`}
					transform={`translate(${at})`}
					ref={marker}
				>
					<path className="dice__pin" d="M0 8l-9 -18h18z" />
					<g className="dice__die" key={isPlaying ? round?.id : "still"}>
						<rect x="-26" y="-66" width="52" height="52" rx="12" />
						{[
							[-13, -53],
							[13, -27],
							[0, -40],
							[13, -53],
							[-13, -27],
						].map(([x, y]) => (
							<circle key={`${x} ${y}`} cx={x} cy={y} r="5" />
						))}
					</g>
				</g>
			</g>
		</svg>
	);
}
