import { transact } from "db/transact";
import { afterEach, expect, it } from "vitest";
import { openDatabaseWithFailingCommits } from "../../support/database";
import { serve } from "../../support/http-server";
import { answerOf, ORIGIN, openAction } from "./create-action.setup";

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const end of close) await end();
	close = [];
});

it("a form whose commit fails is answered with 503 and Retry-After, and stores nothing", async () => {
	const { db, failCommits, close: closeDatabase } = await openDatabaseWithFailingCommits();
	const { act } = openAction({
		run: () =>
			transact(db, async (trx) => {
				await trx.insertInto("social_links").values({ platform: "x", url: "https://x.example" }).execute();
				return { stored: true };
			}),
	});
	const server = await serve(async (_incoming, response) => {
		const request = new Request(`${ORIGIN}/act`, {
			method: "POST",
			headers: { "Sec-Fetch-Site": "same-origin" },
			body: new URLSearchParams({ points: "5" }),
		});
		const answer = await answerOf(act(request));
		response.statusCode = answer.status;
		response.end(JSON.stringify(answer.body));
	});
	close = [closeDatabase, server.close];

	failCommits(true);
	const refused = await fetch(server.origin);
	expect(refused.status).toBe(503);
	expect(refused.headers.get("Retry-After")).toBe("30");
	expect(await refused.json()).toMatchObject({ ok: false, code: "cannotStore", message: "pt:cannotStore" });
	expect(await db.selectFrom("social_links").selectAll().execute()).toEqual([]);

	failCommits(false);
	const accepted = await fetch(server.origin);
	expect(accepted.status).toBe(200);
	expect(accepted.headers.has("Retry-After")).toBe(false);
	expect(await accepted.json()).toEqual({ ok: true, stored: true });
	expect(await db.selectFrom("social_links").select("platform").execute()).toEqual([{ platform: "x" }]);
});
