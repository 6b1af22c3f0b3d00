import { LoaderPinwheel } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier, formatPercent, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Bet, Round } from "../instant/rules";
import { MultiplierChip } from "../instant/screen/multiplier-chip";
import { SimpleGame } from "../instant/screen/simple-game";
import { type InstantProps, useOption } from "../instant/screen/use-instant-game";
import { useTransform } from "../instant/screen/use-transform";
import { tierOf } from "../instant/tiers";
import { countOf, MAX_MULTIPLIER, MULTIPLIERS, multiplierOf, SEGMENTS } from "./wheel";
import "./wheel.css";

/** Degrees of a segment. */
const ARC = 360 / SEGMENTS.length;
const TURNS = 5;

/** The screen of the wheel. */
export function WheelGame(props: InstantProps<Bet>) {
	const { t } = useTranslation();
	const { language } = props.page;
	const [stake, setStake] = useOption("stake", props);
	return (
		<SimpleGame
			{...props}
			id="wheel"
			bet={{ stake }}
			onStake={setStake}
			revealMs={4300}
			icon={<LoaderPinwheel aria-hidden="true" className="size-5" />}
			texts={{
				action: t("wheel.spin"),
				busyAction: t("wheel.spinning"),
				stake: t("wheel.stake"),
				info: t("wheel.maxWin", { points: formatPoints((stake * MAX_MULTIPLIER) / 100, language) }),
				keys: t("wheel.keys"),
				stage: t("wheel.stage"),
				draws: t("wheel.spins"),
			}}
			side={
				<section className="panel grid content-start gap-2" aria-labelledby="segments">
					<h2 id="segments" className="text-xl font-bold">
						{t("wheel.segments")}
					</h2>
					<ul className="grid gap-1.5 tabular-nums" data-testid="segments">
						{MULTIPLIERS.map((multiplier) => (
							<li key={multiplier} className="grid grid-cols-3 items-center gap-2">
								<MultiplierChip hundredths={multiplier} language={language} />
								<span className="text-center">{countOf(multiplier)}</span>
								<span className="text-right text-muted">
									{formatPercent(countOf(multiplier) / SEGMENTS.length, language)}
								</span>
							</li>
						))}
					</ul>
				</section>
			}
			result={({ outcome: [segment = 0] }) => (
				<MultiplierChip hundredths={multiplierOf(segment)} language={language} />
			)}
			stage={(round, isPlaying) => <WheelStage round={round} isPlaying={isPlaying} language={language} />}
		/>
	);
}

/** A point on the wheel at an angle from the top, clockwise, in degrees. */
const point = (radius: number, degrees: number) => {
	const angle = ((degrees - 90) * Math.PI) / 180;
	return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};
const SEGMENT = `M${point(150, -ARC / 2)}L${point(286, -ARC / 2)}A286 286 0 0 1 ${point(286, ARC / 2)}L${point(150, ARC / 2)}A150 150 0 0 0 ${point(150, -ARC / 2)}`;

function WheelStage({
	round,
	isPlaying,
	language,
}: {
	round: Round<Bet> | undefined;
	isPlaying: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	const segment = round?.outcome[0];
	const spun = useRef({ id: round?.id, turns: 0 });
	if (spun.current.id !== round?.id) spun.current = { id: round?.id, turns: spun.current.turns + TURNS };
	const degrees = spun.current.turns * 360 - (segment ?? 0) * ARC;
	const disc = useTransform(`rotate(${degrees.toFixed(2)}deg)`);
	const shown =
		segment === undefined || isPlaying ? undefined : formatMultiplier(multiplierOf(segment), language);
	return (
		<svg
			viewBox="-310 -310 620 620"
			role="img"
			aria-label={
				shown
					? t("wheel.stageText", { count: SEGMENTS.length, multiplier: shown })
					: t("wheel.stageEmpty", { count: SEGMENTS.length })
			}
			className={`wheel ${isPlaying ? "wheel--spinning" : ""}`}
			data-segment={segment}
		>
			<circle className="wheel__rim" r="298" />
			<g className="wheel__disc" transform={`rotate(${degrees.toFixed(2)})`} ref={disc}>
				{SEGMENTS.map((multiplier, at) => (
					<g
						// biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
						key={at}
						transform={`rotate(${(at * ARC).toFixed(2)})`}
						className={`tier-${tierOf(multiplier)}`}
					>
						<path d={SEGMENT} />
						<text transform="rotate(-90)" x="262" y="6">
							{formatMultiplier(multiplier, language).replace("x", "×")}
						</text>
					</g>
				))}
			</g>
			<circle className="wheel__hub" r="140" />
			<text className="wheel__result" y="24" data-testid="multiplier">
				{shown?.replace("x", "×") ?? ""}
			</text>
			<path className="wheel__pointer" d="M0 -276l-18 -34h36z" />
		</svg>
	);
}
