import { openDatabase } from "db/database";
import type { Browser, Page } from "playwright-core";
import type { Site } from "../site/site";
import { expectQuiet, newPage, type PageOptions, traceOf } from "./browser";

/** Both languages, with scripts and without, on a phone and at a desk. */
export const WAYS: PageOptions[] = (["pt", "en"] as const).flatMap((lang) =>
	[true, false].flatMap((scripts) => [360, 1280].map((width) => ({ lang, scripts, width }))),
);

/** Half of them, in which every two of language, scripts and width still meet: for what is more than a first look. */
export const PAIRS = WAYS.filter(
	({ lang, scripts, width }) => (lang === "pt") !== (scripts === (width === 360)),
);

/** Runs a journey in a page of its own and fails if the page said anything in its console. */
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

/** Signs in through the provider, without its page, and arrives at `path`. */
export const signIn = (page: Page, site: Site, name: string, path = "/"): Promise<unknown> =>
	page.goto(`${site.origin}/login?login_hint=${name}&returnTo=${encodeURIComponent(path)}`);

/** What the database holds of a user's Plinko rounds and points. */
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
