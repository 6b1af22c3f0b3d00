import { expect, it, vi } from "vitest";
import { SHARED_MS } from "~/team/overlays/scenes";
import { renderScenes } from "~/team/overlays/scenes.server";
import { fakeClock } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest();

it("sources that load at once share one read per scene and language", async () => {
	const clock = fakeClock();
	const win = { id: "ana", username: "ana", avatar: undefined, amount: 90 };
	const read = vi.fn(async (_choice: unknown, language: string) => ({ leaders: [win], language }));
	const error = vi.fn();
	const site = testSite({ db: test.db, now: clock.now, leaders: { read }, log: { error } });
	const load = (language: "pt" | "en") =>
		Promise.all(Array.from({ length: 50 }, () => renderScenes(site, ["alerts", "board"], language)));
	const shown = await load("pt");
	expect(new Set(shown.map(({ board }) => board))).toEqual(new Set([expect.stringContaining("+90")]));
	await load("en");
	expect(read).toHaveBeenCalledTimes(2);
	clock.pass(SHARED_MS);
	read.mockRejectedValueOnce(new Error("unreadable"));
	expect(await renderScenes(site, ["board"], "pt"), "keeps what it shows").toEqual({});
	expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ scene: "board" }));
});
