/** nginx and the site must agree on the requests that only the leader answers. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { needsLeader } from "~/http/leader-only.server";
import { NGINX_CONF } from "../../support/site/nginx";

const conf = readFileSync(NGINX_CONF, "utf8");

const expressionIn = (pattern: RegExp) => {
	const [, source] = pattern.exec(conf) ?? [];
	if (source === undefined) throw new Error(`no ${pattern} in ${NGINX_CONF}`);
	return new RegExp(source, "i");
};
const PATHS = expressionIn(/^\tlocation ~\* (\S+) \{$/m);
const STREAMS = expressionIn(/^\t"~\*(\S+)" 1;$/m);

/** nginx compares the decoded path with locations, and the raw request URI with the map of streams. */
const goesToLeader = (url: string) =>
	PATHS.test(decodeURIComponent(url.split("?", 1)[0] ?? "")) || STREAMS.test(url);

it.each([
	...["/mini-games", "/mini-games.data", "/mini-games/plinko", "/mini-games/crash.data?index", "/hooks/kick"],
	...["/login", "/login/callback?code=1", "/claim/CODE", "/settings/stream/twitch", "/points/care.data"],
	...["/Mini-Games/Plinko", "/%6Dini-games", "/live?topics=points,solo-crash", "/live?topics=a%2Csolo-crash"],
	...[
		"/",
		"/mini-games-news",
		"/login.txt",
		"/store",
		"/settings",
		"/points/history",
		"/live?topics=live-crash",
	],
	...[
		"/live?topics=solo-crash-news",
		"/live?other=solo-crash",
		"/live",
		"/assets/claim/x.js",
		"/healthz?leader",
	],
])("%s", (url) => expect(goesToLeader(url)).toBe(needsLeader(url)));
