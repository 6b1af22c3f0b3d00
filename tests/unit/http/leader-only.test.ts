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
const STREAMS = expressionIn(/^\t"~\*(\S+)" 1;$/m);

/** nginx compares the decoded, normalised path with locations, and the raw request URI with the map of streams. */
function goesToLeader(url: string): boolean {
	const path = new URL(url, "http://site").pathname.replace(/%6C/i, "l");
	return PATHS.test(path) || STREAMS.test(url);
}

describe("a request", () => {
	it.each([
		"/mini-games",
		"/mini-games/live-crash?stake=10",
		"/login/callback?code=1",
		"/claim/ABCD",
		"/settings/stream/twitch",
		"/Mini-Games/Plinko",
		"/%6Cogin",
		"/CLAIM?x=%",
		"/store/../claim",
		"/store/.%2E/login",
		"/store\\..\\claim",
		"/hooks/kick",
		"/points/care.data",
		"/live?topics=solo-crash",
		"/live?topics=points%2Csolo-crash",
		"/live?x=1&topics=solo-crash&y=2",
	])("that only the leader can answer, also by nginx: %s", (url) => {
		expect([needsLeader(url), goesToLeader(url)]).toEqual([true, true]);
	});

	it.each([
		"/",
		"/mini-games-news",
		"/login.txt",
		"/live?topics=live-crash,points",
		"/live?topics=solo-crash-news",
		"/live?other=solo-crash",
		"/healthz?leader",
		"/assets/claim/x.js",
		"/%",
		"/claim/..",
		"/store?../claim",
	])("that any process can answer, also by nginx: %s", (url) => {
		expect([needsLeader(url), goesToLeader(url)]).toEqual([false, false]);
	});
});
