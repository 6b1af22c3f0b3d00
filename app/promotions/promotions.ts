import type { Translations } from "~/i18n/translations";

/** The texts of a promotion that can be translated. */
export const PROMOTION_TEXTS = ["title", "description", "cashback", "welcomeBonus"] as const;

/** A casino's offer. */
export interface Promotion {
	id: string;
	title: string;
	/** Its line breaks are kept. */
	description: string | null;
	/** Euros. */
	minDeposit: number | null;
	cashback: string | null;
	welcomeBonus: string | null;
	/** Processing time in hours. */
	pat: number | null;
	promocode: string | null;
	/** The address where it is claimed. */
	claimUrl: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	translations: Translations<(typeof PROMOTION_TEXTS)[number]>;
	/** Increases by one with each edit. */
	revision: number;
	/** It has never been saved, and only admins see it. */
	isDraft: boolean;
}

/** Maximum lengths in characters. */
export const MAX_LENGTH = {
	title: 100,
	description: 2000,
	cashback: 60,
	welcomeBonus: 100,
	promocode: 60,
} as const;

/** The claim URL of a new promotion until an admin edits it. */
export const PLACEHOLDER_CLAIM_URL = "https://example.com/";

/**
 * Parses hours: `24`, `1,5` or `1.5`, at most 5 digits and 2 decimals.
 * @returns undefined for any other text.
 */
export const hoursIn = (text: string): number | undefined =>
	/^\s*\d{1,5}([.,]\d{1,2})?\s*$/.test(text) ? Number(text.replace(",", ".")) : undefined;

const BULLET = /^\s*[•*–-]\s+(?=\S)/;

/**
 * Splits a text into paragraphs and lists. Lines that begin with `•`, `*`, `–` or `-` and a space are the items of a list,
 * without that sign; other lines stay together with their line breaks.
 */
export function blocksOf(text: string): (string | string[])[] {
	const blocks: (string | string[])[] = [];
	for (const line of text.split("\n")) {
		const last = blocks.at(-1);
		if (BULLET.test(line)) {
			const item = line.replace(BULLET, "").trim();
			if (Array.isArray(last)) last.push(item);
			else blocks.push([item]);
		} else if (typeof last === "string") blocks[blocks.length - 1] = `${last}\n${line}`;
		else blocks.push(line);
	}
	return blocks
		.map((block) => (typeof block === "string" ? block.trim() : block))
		.filter((block) => block.length > 0);
}
