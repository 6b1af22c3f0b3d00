/** Example counts for the analytics page. */
import type { Db } from "db/database";

const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Streams are at the weekend and on Wednesdays; Sunday first. */
const BUSY = [1.5, 0.7, 0.75, 1.2, 0.8, 1.1, 1.6];

const PAGES = {
	"/": 140,
	"/mini-games": 95,
	"/bonus-hunt": 70,
	"/store": 58,
	"/mini-games/plinko": 52,
	"/slots": 44,
	"/promotions": 38,
	"/mini-games/crash": 31,
	"/social": 17,
	"/bio": 9,
	"/help": 4,
};

/** Mean count per day, by label. */
type Rates = Readonly<Record<string, number>>;

/** Decreasing rates: the whole rate for the first name, a half for the second, a third for the third. */
const falling = (names: readonly string[], rate: number): Rates =>
	Object.fromEntries(names.map((name, at) => [name, rate / (at + 1)]));

/**
 * Adds counts for the last 60 days before today, for items, slots and promotions in the database. Existing counts are
 * kept.
 */
export async function seedEvents(db: Db): Promise<void> {
	const items = await db.selectFrom("store_items").select("name").orderBy("price", "asc").limit(6).execute();
	const slots = await db.selectFrom("slots").select(["name", "provider"]).orderBy("id").limit(8).execute();
	const promotions = await db.selectFrom("promotions").select("title").orderBy("id").limit(6).execute();
	const itemNames = items.map(({ name }) => name);
	const titles = promotions.map(({ title }) => title);
	const rates: Record<string, Rates> = {
		page_view: PAGES,
		view: falling(itemNames, 14),
		redeem: falling(itemNames, 4),
		play_demo: falling(
			slots.map(({ name, provider }) => `${name} · ${provider}`),
			20,
		),
		promotion_view: falling(titles, 30),
		promotion_claim: falling(titles, 6),
		social_click: { Twitch: 12, Discord: 8, Instagram: 5, Telegram: 3 },
		resource_click: { "Gambling Therapy": 0.5 },
		profile_registered: { "": 3 },
	};
	const today = Date.now();
	const rows = Array.from({ length: DAYS }, (_, age) => age + 1).flatMap((age) => {
		const date = new Date(today - age * DAY_MS);
		const day = date.toISOString().slice(0, 10);
		const mood = (BUSY[date.getUTCDay()] ?? 1) * (1.25 - age / (2 * DAYS));
		return Object.entries(rates).flatMap(([event, subjects]) =>
			Object.entries(subjects).flatMap(([label, rate]) => {
				const count = Math.floor(rate * mood + wobble(`${day} ${event} ${label}`));
				return count >= 1 ? [{ day, event, label, count }] : [];
			}),
		);
	});
	for (let at = 0; at < rows.length; at += 500) {
		await db
			.insertInto("event_counts")
			.values(rows.slice(at, at + 500))
			.onConflict((conflict) => conflict.columns(["day", "event", "label"]).doNothing())
			.execute();
	}
}

/** A pseudo-random number from 0 to 1, always the same for the same text. */
function wobble(text: string): number {
	let hash = 7;
	for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 1009;
	return hash / 1009;
}
