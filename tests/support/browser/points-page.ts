import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "db/database";
import type { Page } from "playwright-core";
import { post } from "~/points/ledger/ledger.server";
import { signInWithCookies } from "../site/sign-in";
import type { Site } from "../site/site";
import type { PageOptions } from "./browser";
import { scriptsRun } from "./plinko-page";

/** Another points provider on loopback; a status is answered as such, a number as points. */
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

/** A user who has signed in before, with as many points as they began with. */
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

/** Changes a balance behind the site's back. */
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
	const db = openDatabase(`file:${site.database}`);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}

/** How much wider than the screen the page is. */
export const overflowOf = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What a link leads to, read with the page's own cookies. */
export async function downloadOf(page: Page, href: string): Promise<{ type: string; text: string }> {
	const response = await page.context().request.get(new URL(href, page.url()).href);
	return { type: response.headers()["content-type"] ?? "", text: await response.text() };
}

export const userRow = (page: Page, name: string) =>
	page.locator(`[data-testid=user-row][data-user="${name}"]`);
export const alert = (page: Page) => page.locator("[role=alert]:not(:empty)");

/** Waits until a page's scripts run; without scripts there is nothing to wait for. */
export const readyIn =
	({ scripts }: PageOptions) =>
	async (page: Page) => {
		if (scripts) await scriptsRun(page);
	};
