import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "db/open";
import type { Page } from "playwright-core";
import { post } from "~/points/ledger/ledger.server";
import { signInWithCookies } from "../site/sign-in";
import type { Site } from "../site/site";
import type { PageOptions } from "./browser";
import { scriptsRun } from "./plinko-page";

/** An outside points provider on loopback that answers with a status or with points. */
export async function startPointsProvider() {
	const answers = new Map<string, number | { status: number }>();
	const server = createServer((request, response) => {
		const answer = answers.get(decodeURIComponent(request.url?.slice(1) ?? "")) ?? { status: 404 };
		if (typeof answer === "number") response.end(JSON.stringify({ points: answer }));
		else response.writeHead(answer.status, { "retry-after": "1" }).end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{username}`,
		answers,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

/** Creates a user who has signed in before, with their starting points. */
export async function registerUser(site: Site, name: string): Promise<string> {
	await signInWithCookies(site, name);
	return inDatabase(site, async (db) => {
		const row = await db
			.selectFrom("users")
			.select("id")
			.where("twitch_username", "=", name)
			.executeTakeFirstOrThrow();
		return row.id;
	});
}

/** Changes a balance in the database without the site. */
export const changeBalance = (site: Site, userId: string, ...deltas: number[]) =>
	inDatabase(site, (db) =>
		db.transaction().execute(async (trx) => {
			for (const delta of deltas) {
				const reference = crypto.randomUUID();
				const reason = delta > 0 ? "plinko-payout" : "plinko-stake";
				await post(trx, { userId, delta, reason, reference, actor: userId, at: new Date() });
			}
		}),
	);

export const entriesOf = (site: Site, userId: string) =>
	inDatabase(site, (db) =>
		db.selectFrom("point_entries").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
	);

async function inDatabase<Answer>(
	site: Site,
	work: (db: ReturnType<typeof openDatabase>) => Promise<Answer>,
): Promise<Answer> {
	const db = openDatabase(site.databaseUrl);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}

/** The horizontal overflow of the page in pixels. */
export const overflowOf = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Fetches the target of a link with the page's cookies. */
export async function downloadOf(page: Page, href: string): Promise<{ type: string; text: string }> {
	const response = await page.context().request.get(new URL(href, page.url()).href);
	return { type: response.headers()["content-type"] ?? "", text: await response.text() };
}

export const userRow = (page: Page, name: string) =>
	page.locator(`[data-testid=user-row][data-user="${name}"]`);
export const alert = (page: Page) => page.locator("[role=alert]:not(:empty)");

/** Waits until a page's scripts run; returns immediately if scripts are disabled. */
export const readyIn =
	({ scripts }: PageOptions) =>
	async (page: Page) => {
		if (scripts) await scriptsRun(page);
	};
