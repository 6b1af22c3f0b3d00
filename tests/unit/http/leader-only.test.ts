import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needsLeader } from "~/http/unavailable.server";
import { NGINX_CONF } from "../../support/site/nginx";

const conf = readFileSync(NGINX_CONF, "utf8");
const expressionIn = (pattern: RegExp) => {
	const [, source] = pattern.exec(conf) ?? [];
	if (source === undefined) throw new Error(`no ${pattern} in ${NGINX_CONF}`);
	return new RegExp(source, "i");
};
const PATHS = expressionIn(/^\tlocation ~\* (\S+) \{$/m);

/** nginx compares the decoded, normalised path with locations. */
const goesToLeader = (url: string): boolean =>
	PATHS.test(new URL(url, "http://site").pathname.replace(/%6D/i, "m"));

describe("a request", () => {
	it.each([
		"/mini-games/live-crash",
		"/mini-games/live-crash?stake=10",
		"/mini-games/live-crash.data?people",
		"/mini-games/live-crash/info",
		"/Mini-Games/Live-Crash",
		"/%6Dini-games/live-crash",
		"/mini-games/live-crash/?x=%",
		"/store/../mini-games/live-crash",
		"/store/.%2E/mini-games/live-crash",
		"/store\\..\\mini-games\\live-crash.data",
	])("that only the leader can answer, also by nginx: %s", (url) => {
		expect([needsLeader(url), goesToLeader(url)]).toEqual([true, true]);
	});

	it.each([
		"/",
		"/mini-games",
		"/mini-games.data",
		"/mini-games-news",
		"/mini-games/plinko",
		"/mini-games/live-crash-news",
		"/mini-games/crash/info",
		"/login/callback?code=1",
		"/claim/ABCD",
		"/hooks/kick",
		"/raffles/1.data",
		"/settings/stream",
		"/points/care",
		"/live?topics=live-crash,solo-crash",
		"/healthz?leader",
		"/fairness/live-crash",
		"/%",
		"/mini-games/live-crash/..",
		"/store?../mini-games/live-crash",
	])("that any process can answer, also by nginx: %s", (url) => {
		expect([needsLeader(url), goesToLeader(url)]).toEqual([false, false]);
	});
});
