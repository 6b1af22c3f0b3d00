/**
 * The board in abstract units: 15 slots of {@link SLOT_WIDTH}, over them 14 rows of 3 to 16 pegs.
 * x grows to the right, y grows downwards, (0, 0) is the top left corner. Shared by physics and drawing.
 */

export const SLOTS = 15;
const ROWS = 14;
export const SLOT_WIDTH = 40;
export const ROW_GAP = 34;
export const PEG_RADIUS = 4;
export const BALL_RADIUS = 9;

export const BOARD_WIDTH = SLOTS * SLOT_WIDTH + 20;
export const CENTRE_X = BOARD_WIDTH / 2;
/** The y of a ball's centre at the start. */
export const START_Y = 12;
export const FIRST_ROW_Y = 48;
export const LAST_ROW_Y = FIRST_ROW_Y + (ROWS - 1) * ROW_GAP;
/** The floor a ball comes to rest on: the top edge of the slot tiles. */
export const FLOOR_Y = LAST_ROW_Y + 38;
export const TILE_HEIGHT = 34;
/** Free space between two tiles. */
export const TILE_GAP = 3;
export const TILE_RADIUS = 6;
/** Of the longest text of a slot. */
export const TEXT_WIDTH = SLOT_WIDTH - TILE_GAP - 5;
/** Room below the tiles for the count of balls that landed. */
export const COUNT_HEIGHT = 26;
export const BOARD_HEIGHT = FLOOR_Y + TILE_HEIGHT + COUNT_HEIGHT;
/** Half the thickness of the walls between slots. */
export const WALL_HALF = 2;

export interface Point {
	readonly x: number;
	readonly y: number;
}

/** 3 to 16 pegs a row, from the top, left to right: a peg's index in this list is its number everywhere. */
export const PEGS: readonly Point[] = Array.from({ length: ROWS }, (_, row) =>
	Array.from({ length: row + 3 }, (_, column) => ({
		x: CENTRE_X + (column - (row + 2) / 2) * SLOT_WIDTH,
		y: FIRST_ROW_Y + row * ROW_GAP,
	})),
).flat();

/** The x of a slot's left boundary; `slotLeft(SLOTS)` is the right edge of the last slot. */
export function slotLeft(slot: number): number {
	return CENTRE_X + (slot - SLOTS / 2) * SLOT_WIDTH;
}

/** The x of a slot's centre. */
export function slotCentre(slot: number): number {
	return slotLeft(slot) + SLOT_WIDTH / 2;
}

/** The slot, from 0, that contains `x`; undefined outside the row of slots. */
export function slotAt(x: number): number | undefined {
	const slot = Math.floor((x - slotLeft(0)) / SLOT_WIDTH);
	return slot >= 0 && slot < SLOTS ? slot : undefined;
}
