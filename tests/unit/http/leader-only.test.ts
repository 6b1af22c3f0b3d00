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
	PATHS.test(new URL(url, "http://site").pathname.replace(/%6C/i, "l").replace(/%6D/i, "m"));

describe("a request", () => {
	it.each([
		"/mini-games/live-crash?stake=10",
		"/login/callback?code=1",
		"/claim/ABCD",
		"/settings/stream/twitch",
		"/Mini-Games/Live-Crash/info",
		"/%6Cogin",
		"/CLAIM?x=%",
		"/store/../claim",
		"/store/.%2E/login",
		"/store\\..\\claim",
		"/hooks/kick",
		"/points/care.data",
		"/raffles/1.data",
	])("that only the leader can answer, also by nginx: %s", (url) => {
		expect([needsLeader({ method: "GET", url }), goesToLeader(url)]).toEqual([true, true]);
	});

	it.each([
		"/",
		"/mini-games-news",
		"/login.txt",
		"/mini-games/plinko",
		"/mini-games/live-crash-news",
		"/mini-games/crash",
		"/mini-games/crash.data?_routes=x",
		"/mini-games/crash/info",
		"/live?topics=live-crash,solo-crash",
		"/healthz?leader",
		"/assets/claim/x.js",
		"/%",
		"/claim/..",
		"/store?../claim",
	])("that any process can answer, also by nginx: %s", (url) => {
		const answers = ["GET", "POST"].map((method) => needsLeader({ method, url }));
		expect([...answers, goesToLeader(url)]).toEqual([false, false, false]);
	});

	it.each(["/mini-games", "/mini-games?span=week", "/Mini-Games.data", "/%6Dini-games/"])(
		"of the lobby needs the leader if it is a form, and nginx then asks the next process: %s",
		(url) => {
			const answers = ["GET", "HEAD", "POST"].map((method) => needsLeader({ method, url }));
			expect([...answers, goesToLeader(url)]).toEqual([false, false, true, true]);
		},
	);
});
