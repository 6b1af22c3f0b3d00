/** The points of a running site's users, and an outside provider of points. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "db/open";
import { post } from "~/points/ledger/ledger.server";
import { signInWithCookies } from "./sign-in";
import type { Site } from "./site";

type Stored = Pick<Site, "databaseUrl">;

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
export async function registerUser(
	site: Pick<Site, "origin" | "databaseUrl">,
	name: string,
): Promise<string> {
	await signInWithCookies(site, name);
	return idOf(site, name);
}

export const idOf = (site: Stored, name: string): Promise<string> =>
	inDatabase(site, async (db) => {
		const user = db.selectFrom("users").select("id").where("twitch_username", "=", name);
		return (await user.executeTakeFirstOrThrow()).id;
	});

/** Changes a balance in the database without the site. */
export const changeBalance = (site: Stored, userId: string, ...deltas: number[]) =>
	inDatabase(site, (db) =>
		db.transaction().execute(async (trx) => {
			for (const delta of deltas) {
				const reference = crypto.randomUUID();
				const reason = delta > 0 ? "plinko-payout" : "plinko-stake";
				await post(trx, { userId, delta, reason, reference, actor: userId, at: new Date() });
			}
		}),
	);

export const entriesOf = (site: Stored, userId: string) =>
	inDatabase(site, (db) =>
		db.selectFrom("point_entries").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
	);

export async function inDatabase<Answer>(
	{ databaseUrl }: Stored,
	work: (db: ReturnType<typeof openDatabase>) => Promise<Answer>,
): Promise<Answer> {
	const db = openDatabase(databaseUrl);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}
