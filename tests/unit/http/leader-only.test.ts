import { describe, expect, it } from "vitest";
import { needsLeader } from "~/http/leader-only.server";

describe("a request", () => {
	it.each([
		"/mini-games",
		"/mini-games.data",
		"/mini-games/live-crash?stake=10",
		"/mini-games/crash.data?index",
		"/hooks/twitch",
		"/login",
		"/login/callback?code=1",
		"/claim",
		"/claim/ABCD",
		"/settings/stream",
		"/settings/stream/twitch",
		"/points/care",
		"/Mini-Games/Plinko",
		"/%6Cogin",
		"/CLAIM?x=%",
		"/store/../claim",
		"/./mini-games/plinko",
		"/%2e/claim",
		"/store/.%2E/login",
		"/store\\..\\claim",
		"/live?topics=solo-crash",
		"/live?topics=points,solo-crash,lobby",
		"/live?topics=points%2Csolo-crash",
		"/live?x=1&topics=solo-crash&y=2",
	])("that only the leader can answer: %s", (url) => expect(needsLeader(url)).toBe(true));

	it.each([
		"/",
		"/mini-games-news",
		"/login.txt",
		"/store/item/redeem",
		"/settings",
		"/settings/texts",
		"/points/history",
		"/live?topics=live-crash,points",
		"/live?topics=solo-crash-news",
		"/live?other=solo-crash",
		"/healthz",
		"/%",
		"/claim/..",
		"/store?../claim",
	])("that any process can answer: %s", (url) => expect(needsLeader(url)).toBe(false));
});
