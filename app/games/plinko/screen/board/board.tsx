import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { tierOf } from "../../../instant/tiers";
import { countBySlot, type LandedBall, MULTIPLIERS, type PlinkoRound } from "../../plinko";
import type { DropPlayer } from "./drop-player";
import {
	BALL_RADIUS,
	BOARD_HEIGHT,
	BOARD_WIDTH,
	COUNT_HEIGHT,
	FLOOR_Y,
	LAST_ROW_Y,
	PEG_RADIUS,
	PEGS,
	SLOT_WIDTH,
	SLOTS,
	slotCentre,
	slotLeft,
	TEXT_WIDTH,
	TILE_GAP,
	TILE_HEIGHT,
	TILE_RADIUS,
	WALL_HALF,
} from "./geometry";
import "./board.css";

interface Drop {
	/** The rounds that are played. Another id starts a new drop. */
	rounds: readonly PlinkoRound[];
	/** Another number ends the animation: the remaining balls land at once. */
	finishes: number;
	/** Called once for each ball of a round, when it is shown at rest. */
	onLand(round: PlinkoRound, ball: number, slot: number): void;
	/** Called once for each round, after its last `onLand`, even if it could not be shown falling. */
	onDone(round: PlinkoRound): void;
	/** Called when a ball touches a peg. */
	onPegHit(): void;
}

interface Props extends Drop {
	/** The balls in the slots; of rounds that are played, those that `onLand` has reported. */
	landed: readonly LandedBall[];
	language: Language;
}

/** Leaves the page time to settle before a few milliseconds of work. */
const WARM_UP_DELAY_MS = 300;
/** Characters of a slot's text that fit without being pressed together: a decimal sign is narrow. */
const WIDEST_TEXT = 3;
/** Slots from this tier up also let their multiplier rise. */
const RISING_TIER = 3;

/**
 * The Plinko board: pegs, slots with their multipliers, and the balls of the rounds falling into the drawn slots. Without
 * motion, and if the physics cannot be loaded, the balls appear in their slots immediately. It decides no outcome.
 */
export function Board({ landed, language, ...drop }: Props) {
	const { t } = useTranslation();
	const { canvas, played } = useDrop(drop);
	const counts = countBySlot(landed);
	return (
		<div className={played ? "plinko-board plinko-board--played" : "plinko-board"}>
			<svg
				className="plinko-board__still"
				viewBox={`0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`}
				width={BOARD_WIDTH}
				height={BOARD_HEIGHT}
				role="img"
				aria-label={t("plinko.board")}
			>
				<Frame />
				{counts.map((count, slot) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
					<Tile key={slot} slot={slot} count={count} language={language} />
				))}
			</svg>
			{/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus */}
			<canvas ref={canvas} className="plinko-board__moving" aria-hidden="true" />
			<ul className="sr-only">
				{counts.map((count, slot) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
					<Words key={slot} slot={slot} count={count} language={language} />
				))}
			</ul>
		</div>
	);
}

/** The pegs and walls. */
const Frame = memo(function Frame() {
	return (
		<>
			{Array.from({ length: SLOTS + 1 }, (_, at) => (
				<rect
					// biome-ignore lint/suspicious/noArrayIndexKey: a wall is its place
					key={at}
					className="plinko-wall"
					x={slotLeft(at) - WALL_HALF}
					y={LAST_ROW_Y}
					width={2 * WALL_HALF}
					height={FLOOR_Y - LAST_ROW_Y}
				/>
			))}
			{PEGS.map(({ x, y }) => (
				<circle key={`${x} ${y}`} className="plinko-peg" cx={x} cy={y} r={PEG_RADIUS} />
			))}
		</>
	);
});

interface SlotProps {
	slot: number;
	/** Balls in it. */
	count: number;
	language: Language;
}

/** The text of a slot's multiplier. */
const textOf = (slot: number, language: Language): string =>
	formatMultiplier(MULTIPLIERS[slot] ?? 0, language).replace("x", "×");

const Tile = memo(function Tile({ slot, count, language }: SlotProps) {
	const tier = tierOf(MULTIPLIERS[slot] ?? 0);
	const x = slotCentre(slot);
	const text = textOf(slot, language);
	return (
		<g className={`plinko-tile tier-${tier} ${count > 0 ? "plinko-tile--hit" : ""}`}>
			{/* Another count starts the animations again. */}
			<g key={count} className="plinko-tile__face">
				<rect
					x={slotLeft(slot) + TILE_GAP / 2}
					y={FLOOR_Y}
					width={SLOT_WIDTH - TILE_GAP}
					height={TILE_HEIGHT}
					rx={TILE_RADIUS}
				/>
				<text
					x={x}
					y={FLOOR_Y + TILE_HEIGHT / 2}
					{...(text.length > WIDEST_TEXT && { textLength: TEXT_WIDTH, lengthAdjust: "spacingAndGlyphs" })}
				>
					{text}
				</text>
			</g>
			{count > 0 && (
				<>
					<circle className="plinko-ball" cx={x} cy={FLOOR_Y - BALL_RADIUS} r={BALL_RADIUS} />
					<text className="plinko-count" x={x} y={FLOOR_Y + TILE_HEIGHT + COUNT_HEIGHT / 2 + 2}>
						{count}
					</text>
				</>
			)}
			{count > 0 && tier <= RISING_TIER && (
				<text
					key={`rising ${count}`}
					className="plinko-tile__rising"
					x={Math.min(Math.max(x, SLOT_WIDTH), BOARD_WIDTH - SLOT_WIDTH)}
					y={FLOOR_Y - 22}
				>
					{text}
				</text>
			)}
		</g>
	);
});

/** A slot for screen readers. */
const Words = memo(function Words({ slot, count, language }: SlotProps) {
	const { t } = useTranslation();
	const multiplier = formatMultiplier(MULTIPLIERS[slot] ?? 0, language);
	return (
		<li>
			{textOf(slot, language)}
			{count ? ` – ${t("plinko.landed", { count, slot: slot + 1, multiplier })}` : ""}
		</li>
	);
});

/** Plays each round once, when the player is loaded. */
function useDrop(drop: Drop) {
	const canvas = useRef<HTMLCanvasElement>(null);
	/** Undefined while its code is loaded, null if that has failed. */
	const [player, setPlayer] = useState<DropPlayer<PlinkoRound> | null>();
	const [played, setPlayed] = useState(false);
	const latest = useRef(drop);
	useEffect(() => {
		latest.current = drop;
	});

	useEffect(() => {
		let gone = false;
		let created: DropPlayer<PlinkoRound> | undefined;
		// Physics and its index are a separate chunk, loaded after the first render.
		import("./board-painter")
			.then(({ createPlayer, warmUp }) => {
				if (gone || !canvas.current) return;
				created = createPlayer<PlinkoRound>(canvas.current, {
					onLand: (round, ball, slot) => latest.current.onLand(round, ball, slot),
					onDone: (round) => latest.current.onDone(round),
					onPegHit: () => latest.current.onPegHit(),
				});
				setPlayer(created);
				setTimeout(warmUp, WARM_UP_DELAY_MS);
			})
			.catch(() => setPlayer(null));
		return () => {
			gone = true;
			created?.dispose();
		};
	}, []);

	const { rounds, finishes } = drop;
	const started = useRef<readonly string[]>([]);
	useEffect(() => {
		if (player === undefined) return;
		const fresh = rounds.filter(({ id }) => !started.current.includes(id));
		started.current = rounds.map(({ id }) => id);
		for (const round of fresh) {
			if (player) {
				setPlayed(true);
				player.play(round, round.outcome);
				continue;
			}
			round.outcome.forEach((slot, ball) => {
				latest.current.onLand(round, ball, slot);
			});
			latest.current.onDone(round);
		}
	}, [rounds, player]);

	useEffect(() => {
		if (finishes > 0) player?.finish();
	}, [finishes, player]);

	return { canvas, played };
}
