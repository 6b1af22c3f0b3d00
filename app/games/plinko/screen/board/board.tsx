import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { tierOf } from "../../../instant/tiers";
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

export interface BoardDrop {
	/** A new key starts a new drop. */
	readonly key: string;
	/** The drawn slot of each ball, in the order of release. */
	readonly slots: readonly number[];
}

export interface BoardProps {
	/** Of the slots from left to right, in hundredths. */
	multipliers: readonly number[];
	/** Balls per slot. During a drop, pass only those that `onLand` has reported. */
	landed: readonly number[];
	drop?: BoardDrop | undefined;
	/** The key of a drop whose animation ends now: its remaining balls land at once. */
	finishedKey?: string | undefined;
	/** Called once for each ball of a drop, when it is shown at rest. */
	onLand?: ((ball: number, slot: number) => void) | undefined;
	/** Called once for each drop, after its last `onLand`, even if it could not be shown falling. */
	onDone?: ((key: string) => void) | undefined;
	/** Called when a ball touches a peg. */
	onPegHit?: (() => void) | undefined;
	/** The board's accessible name. */
	label: string;
	/** Accessible text for the number of balls in a slot. Pass a stable function, as for the other callbacks. */
	landedLabel: (slot: number, count: number) => string;
	/** The text of a multiplier in the reader's language, with the multiplication sign. */
	multiplierText?: ((hundredths: number) => string) | undefined;
}

/** Leaves the page time to settle before a few milliseconds of work. */
const WARM_UP_DELAY_MS = 300;

/** Characters of a slot's text that fit without being pressed together: a decimal sign is narrow. */
const WIDEST_TEXT = 3;

function plainNumber(hundredths: number): string {
	return `${hundredths / 100}×`;
}

/**
 * The Plinko board: pegs, slots with their multipliers, and the balls of a drop falling into the drawn slots. A new
 * `drop.key` plays a drop and ends the previous one. Without motion, and if the physics cannot be loaded, the balls
 * appear in their slots immediately. It decides no outcome.
 */
export function Board(props: BoardProps) {
	const { multipliers, landed, label, landedLabel, multiplierText = plainNumber } = props;
	const texts = useMemo(() => multipliers.map(multiplierText), [multipliers, multiplierText]);
	const { canvas, played } = useDrops(props, texts);
	return (
		<div className={played ? "plinko-board plinko-board--played" : "plinko-board"}>
			<svg
				className="plinko-board__still"
				viewBox={`0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`}
				width={BOARD_WIDTH}
				height={BOARD_HEIGHT}
				role="img"
				aria-label={label}
			>
				<Frame />
				{multipliers.map((multiplier, slot) => (
					<Tile
						// biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
						key={slot}
						slot={slot}
						multiplier={multiplier}
						text={texts[slot] ?? ""}
						count={landed[slot] ?? 0}
					/>
				))}
			</svg>
			{/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus */}
			<canvas ref={canvas} className="plinko-board__moving" aria-hidden="true" />
			<ul className="plinko-board__words">
				{texts.map((text, slot) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
					<Words key={slot} slot={slot} text={text} count={landed[slot] ?? 0} landedLabel={landedLabel} />
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

interface TileProps {
	slot: number;
	multiplier: number;
	text: string;
	count: number;
}

const Tile = memo(function Tile({ slot, multiplier, text, count }: TileProps) {
	const tier = tierOf(multiplier);
	const x = slotCentre(slot);
	return (
		<g className={count > 0 ? "plinko-tile plinko-tile--hit" : "plinko-tile"}>
			<rect
				className={`plinko-tier-${tier}`}
				x={slotLeft(slot) + TILE_GAP / 2}
				y={FLOOR_Y}
				width={SLOT_WIDTH - TILE_GAP}
				height={TILE_HEIGHT}
				rx={TILE_RADIUS}
			/>
			<text
				className={`plinko-ink-${tier}`}
				x={x}
				y={FLOOR_Y + TILE_HEIGHT / 2}
				{...(text.length > WIDEST_TEXT && { textLength: TEXT_WIDTH, lengthAdjust: "spacingAndGlyphs" })}
			>
				{text}
			</text>
			{count > 0 && (
				<>
					<circle className="plinko-ball" cx={x} cy={FLOOR_Y - BALL_RADIUS} r={BALL_RADIUS} />
					<text className="plinko-count" x={x} y={FLOOR_Y + TILE_HEIGHT + COUNT_HEIGHT / 2 + 2}>
						{count}
					</text>
				</>
			)}
		</g>
	);
});

interface WordsProps extends Pick<BoardProps, "landedLabel"> {
	slot: number;
	text: string;
	count: number;
}

/** A slot for screen readers. */
const Words = memo(function Words({ slot, text, count, landedLabel }: WordsProps) {
	return (
		<li>
			{text}
			{count ? ` – ${landedLabel(slot, count)}` : ""}
		</li>
	);
});

/** Plays each new drop once, when the player is loaded; if loading has failed, the drop is done immediately. */
function useDrops(props: BoardProps, texts: readonly string[]) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const player = useRef<DropPlayer>();
	const current = useRef<BoardDrop>();
	const waiting = useRef<BoardDrop>();
	const failed = useRef(false);
	const [played, setPlayed] = useState(false);
	const latest = useRef({ props, texts });
	useEffect(() => {
		latest.current = { props, texts };
	});

	const skipWaiting = useCallback(() => {
		const drop = waiting.current;
		waiting.current = undefined;
		drop?.slots.forEach((slot, ball) => {
			latest.current.props.onLand?.(ball, slot);
		});
		if (drop) latest.current.props.onDone?.(drop.key);
	}, []);

	const playWaiting = useCallback(() => {
		const drop = waiting.current;
		if (failed.current) skipWaiting();
		if (!player.current || !drop || failed.current) return;
		// A drop that still plays must end, with its own key, before the new one starts.
		player.current.finish();
		waiting.current = undefined;
		current.current = drop;
		setPlayed(true);
		player.current.play(drop.slots);
	}, [skipWaiting]);

	useEffect(() => {
		let gone = false;
		const start = (module: typeof import("./drop-player")): void => {
			if (gone || canvas.current === null) return;
			player.current = new module.DropPlayer(canvas.current, {
				face: () => ({ multipliers: latest.current.props.multipliers, texts: latest.current.texts }),
				onLand: (ball, slot) => latest.current.props.onLand?.(ball, slot),
				onDone: () => current.current && latest.current.props.onDone?.(current.current.key),
				onPegHit: () => latest.current.props.onPegHit?.(),
			});
			if (waiting.current) playWaiting();
			else setTimeout(module.warmUp, WARM_UP_DELAY_MS);
		};
		const fail = (): void => {
			failed.current = true;
			playWaiting();
		};
		// Physics and its index are a separate chunk, loaded after the first render.
		import("./drop-player").then(start).catch(fail);
		return () => {
			gone = true;
			player.current?.dispose();
			player.current = undefined;
		};
	}, [playWaiting]);

	const { drop, finishedKey } = props;
	const key = drop?.key;
	const seen = useRef<string>();
	useEffect(() => {
		if (drop === undefined || key === undefined || key === seen.current) return;
		seen.current = key;
		skipWaiting();
		waiting.current = drop;
		playWaiting();
	}, [drop, key, playWaiting, skipWaiting]);

	useEffect(() => {
		if (finishedKey === undefined || finishedKey !== seen.current) return;
		skipWaiting();
		player.current?.finish();
	}, [finishedKey, skipWaiting]);

	return { canvas, played };
}
