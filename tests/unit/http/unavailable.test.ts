import { expect, it } from "vitest";
import { refuseUnavailable } from "~/http/unavailable.server";
import { serveBehind } from "../../support/serve-behind";

const HTML = { accept: "text/html,*/*" };
const answerOf = () => ({ headers: { "X-Static": "yes" }, body: "back soon" });

/** A server behind the middleware. @returns a function that sends a request and describes its answer. */
async function open(state: { isAway?: () => boolean; isLeading?: () => boolean }) {
	const files = new Set(["/assets/root.css"]);
	const answers = { isAway: () => false, isLeading: () => true, files, answerOf, ...state };
	const server = await serveBehind([refuseUnavailable(answers)], (request, response) => {
		request.resume();
		response.end("site");
	});
	return async (path: string, init: RequestInit = {}) => {
		const response = await fetch(server.origin + path, init);
		return `${response.status} ${await response.text()} ${response.headers.get("retry-after") ?? ""}`.trim();
	};
}

it("while the database server is away, pages and forms without scripts get a static 503 page", async () => {
	let isAway = true;
	const send = await open({ isAway: () => isAway });
	const refused = "502 back soon 5";
	expect(await send("/store", { headers: HTML })).toBe(refused);
	expect(await send("/store.data")).toBe(refused);
	expect(await send("/store", { method: "HEAD" })).toBe("502  5");
	expect(await send("/preferences", { method: "POST", headers: HTML, body: "a=1" })).toBe(refused);
	for (const path of ["/healthz", "/healthz?leader", "/metrics", "/assets/root.css"])
		expect([path, await send(path)]).toEqual([path, "200 site"]);
	// Forms of browsers with scripts: the action refuses them with a message.
	expect(await send("/store/1/redeem.data", { method: "POST", body: "a=1" })).toBe("200 site");
	isAway = false;
	expect(await send("/store", { headers: HTML })).toBe("200 site");
});

it("a process that does not lead refuses requests that need the leader, with a status that overload does not use", async () => {
	let leads = false;
	const send = await open({ isLeading: () => leads });
	expect(await send("/mini-games/live-crash", { headers: HTML })).toBe("502 back soon 2");
	expect(await send("/mini-games/live-crash.data", { method: "POST", body: "a=1" })).toBe("502 back soon 2");
	expect(await send("/mini-games/plinko", { headers: HTML })).toBe("200 site");
	leads = true;
	expect(await send("/mini-games/live-crash", { headers: HTML })).toBe("200 site");
});
