import { openDatabase } from "db/database";
import type { Browser, Page } from "playwright-core";
import type { Site } from "../site/site";
import { expectQuiet, newPage, type PageOptions, traceOf } from "./browser";

/** All combinations of language, scripts on or off, and phone or desktop width. */
export const WAYS: PageOptions[] = (["pt", "en"] as const).flatMap((lang) =>
	[true, false].flatMap((scripts) => [360, 1280].map((width) => ({ lang, scripts, width }))),
);

/** Pairwise combinations of language, scripts and width, for longer journeys. */
export const PAIRS = WAYS.filter(
	({ lang, scripts, width }) => (lang === "pt") !== (scripts === (width === 360)),
);

/** Runs a journey in a new page and fails if the page reports console messages. */
export async function journey(
	browser: Browser,
	site: Site,
	options: PageOptions,
	walk: (page: Page) => Promise<void>,
	expectedNoise: readonly RegExp[] = [],
): Promise<void> {
	const page = await newPage(browser, site.origin, options);
	try {
		await walk(page);
		await expectQuiet(page, expectedNoise);
	} catch (error) {
		if (error instanceof Error) error.message += `\n${traceOf(page)}`;
		throw error;
	} finally {
		await page.context().close();
	}
}

/** Signs in through the provider, without its page, and opens `path`. */
export const signIn = (page: Page, site: Site, name: string, path = "/"): Promise<unknown> =>
	page.goto(`${site.origin}/login?login_hint=${name}&returnTo=${encodeURIComponent(path)}`);

/** A user's Plinko rounds and points in the database. */
export async function readPlayer(site: Site, username: string) {
	const db = openDatabase(`file:${site.database}`);
	try {
		const user = await db
			.selectFrom("users")
			.innerJoin("user_points", "user_points.user_id", "users.id")
			.select(["users.id", "points"])
			.where("twitch_username", "=", username)
			.executeTakeFirstOrThrow();
		const rounds = await db
			.selectFrom("plinko_rounds")
			.selectAll()
			.where("user_id", "=", user.id)
			.orderBy("created_at")
			.execute();
		return {
			points: user.points,
			rounds: rounds.map((round) => ({ ...round, slots: JSON.parse(round.slots) as number[] })),
		};
	} finally {
		await db.destroy();
	}
}
