import { expect, it } from "vitest";
import { BestWins } from "~/games/crash/engine/best-wins.server";
import { saveChoices } from "~/games/players/player-page.server";
import { addBet, addSoloRound } from "../../../../support/data/crash-rows";
import { openForEachTest } from "../../../../support/for-each-test";
import { openSite } from "./live.setup";

const site = openForEachTest(() => openSite({ users: ["ana", "bruno"] }));
const open = () => new BestWins(site.db);
const bet = (userId: string, payout: number | null, stake = 10) => ({
	userId,
	stake,
	payout,
	multiplier: 250,
});
const publish = (isPublic: boolean) =>
	saveChoices(site.tools, "user-ana", {
		...{ isPublic, showsPoints: false, showsWins: false, showsSince: false },
	});

it("the biggest win is the one with the largest difference in the given rounds", async () => {
	const wins = open();
	await wins.update(["r1"]);
	expect(wins.best).toBeNull();
	wins.note("r1", bet("user-ana", 100));
	wins.note("r1", bet("user-bruno", 130, 50));
	wins.note("r2", bet("user-bruno", 60));
	wins.note("r3", bet("user-bruno", 10));
	await wins.update(["r3", "r2", "r1"]);
	expect(wins.best).toEqual({ name: null, multiplier: 250, win: 90 });
	await wins.update(["r3", "r2"]);
	expect(wins.best).toMatchObject({ name: null, win: 50 });
	await wins.update(["r3"]);
	expect(wins.best).toBeNull();
});

it("the winner's name is shown while the player's page is public", async () => {
	const wins = open();
	wins.note("r1", bet("user-ana", 100));
	await publish(true);
	await wins.update(["r1"]);
	expect(wins.best?.name).toBe("ana");
	await publish(false);
	await wins.update(["r1"]);
	expect(wins.best?.name).toBeNull();
});

it("wins of stored rounds are read after a restart", async () => {
	await addSoloRound(site.db, { status: "closed", crash_point: 400 });
	const won = { status: "cashed_out", cash_out_multiplier: 200, payout: 60 } as const;
	await addBet(site.db, { id: "a", user_id: "user-ana", ...won });
	await addBet(site.db, { id: "b", user_id: "user-bruno", ...won, cash_out_multiplier: 300, payout: 90 });
	const wins = open();
	await wins.load(["round", "unknown"]);
	await wins.update(["round"]);
	expect(wins.best).toEqual({ name: null, multiplier: 300, win: 60 });
});
