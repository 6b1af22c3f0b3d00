import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerPages, sendPage } from "~/http/answer-pages.server";
import type { Handler } from "~/http/route-branches.server";
import { reportFaults } from "~/lib/guarded";
import { currentContext } from "~/lib/request-context.server";
import { serveBehind } from "../../support/serve-behind";

let reported: unknown[];
beforeEach(() => {
	reported = [];
	reportFaults((error) => reported.push(error));
});
afterEach(() => reportFaults((error) => console.error(error)));

/** Serves pages at `/page`, in front of a server that answers everything. */
const serve = (handle: Handler | undefined) =>
	serveBehind(
		[
			answerPages(
				(path) => path === "/page",
				() => handle,
			),
		],
		(_request, response) => response.setHeader("X-From", "express").end("express"),
	);

const rendered = {
	status: 404,
	headers: new Headers([
		["Set-Cookie", "a=1"],
		["Set-Cookie", "b=2"],
	]),
	body: Buffer.from("page"),
};

describe("a page", () => {
	it("is sent as it was rendered, with its status and all cookies", async () => {
		const { origin } = await serve(async () => {
			const context = currentContext();
			expect(context && sendPage(context, rendered)).toBe(true);
			return new Response(null, rendered);
		});
		const answer = await fetch(`${origin}/page?a=1`);
		expect([answer.status, await answer.text()]).toEqual([404, "page"]);
		expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
		expect(answer.headers.get("content-length")).toBe("4");
	});

	it("gets the request with its address, headers and a signal", async () => {
		let request: Request | undefined;
		const { origin } = await serve(async (sent) => {
			request = sent;
			return new Response(null, { status: 302, headers: { Location: "/other", "Set-Cookie": "c=3" } });
		});
		const answer = await fetch(`${origin}/page?a=%20b`, { headers: { cookie: "x=y" }, redirect: "manual" });
		expect([request?.method, request?.url, request?.headers.get("cookie")]).toEqual([
			"GET",
			`${origin}/page?a=%20b`,
			"x=y",
		]);
		expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([
			302,
			"/other",
			["c=3"],
		]);
	});

	it("may have a body that is not rendered, such as an error", async () => {
		const { origin } = await serve(async () => new Response("busy", { status: 503 }));
		const answer = await fetch(`${origin}/page`);
		expect([answer.status, await answer.text()]).toEqual([503, "busy"]);
	});

	it("is answered with 500 if the handler fails", async () => {
		const { origin } = await serve(async () => {
			throw new Error("a fault");
		});
		expect((await fetch(`${origin}/page`)).status).toBe(500);
		expect(reported).toEqual([new Error("a fault")]);
	});

	it("is aborted when its client leaves", async () => {
		let begin = () => {};
		const begun = new Promise<void>((resolve) => {
			begin = resolve;
		});
		let end = () => {};
		const aborted = new Promise<void>((resolve) => {
			end = resolve;
		});
		const { origin } = await serve(async ({ signal }) => {
			signal.addEventListener("abort", () => end());
			begin();
			await aborted;
			return new Response("late");
		});
		const leave = new AbortController();
		const answer = fetch(`${origin}/page`, { signal: leave.signal });
		await begun;
		leave.abort();
		await expect(answer).rejects.toThrow();
		await aborted;
		expect(reported).toEqual([]);
	});
});

it.each([
	["of another address", "/page.data", "GET", true],
	["to send a form", "/page", "POST", true],
	["for the head alone", "/page", "HEAD", true],
	["before Remix has a handler", "/page", "GET", false],
])("a request %s goes on to Express, whose pages are not sent here", async (_, path, method, hasHandler) => {
	const { origin } = await serve(hasHandler ? async () => new Response("page") : undefined);
	expect((await fetch(origin + path, { method })).headers.get("x-from")).toBe("express");
});

it("a page that Express asked for is not sent on Node's response", async () => {
	const { origin } = await serveBehind([], (_request, response) => {
		const context = currentContext();
		response.end(String(context && sendPage(context, rendered)));
	});
	expect(await (await fetch(origin)).text()).toBe("false");
});
