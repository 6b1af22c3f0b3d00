import { load } from "cheerio";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RenderedScenes } from "~/team/overlays/scenes";
import { openBrackets } from "../support/data/bracket-rows";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { newerCalls } from "../support/newer-features";
import { openStream } from "../support/site/event-stream";
import { type Site, startSite } from "../support/site/site";

const MAX_PAGE_BYTES = 40 * 1024;
const HOSTILE = `</section><img src=x onerror=alert(1)>`;

let site: Site;
beforeAll(async () => {
	site = await startSite({
		env: { RATE_LIMIT_SCALE: "100", GOAL_TEXT: HOSTILE, GOAL_TARGET: "5", GOAL_COUNTS: "viewers" },
	});
});
afterAll(() => site?.close());

const openSetup = async () => (await visit(site, { as: "admin" })).open("/overlay");
const tokenIn = ({ $ }: Awaited<ReturnType<typeof openSetup>>) =>
	/overlay\/([^?]+)\?/.exec(String($("input[readonly]").val()))?.[1] ?? "";

it("the page of an overlay has at most 40 KB in one file, with a policy that allows only its own script and style", async () => {
	const address = `${site.origin}/overlay/${tokenIn(await openSetup())}?scenes=alerts,hunt,crash&scale=1.5&lang=en`;
	const page = await fetch(address);
	const html = await page.text();
	expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
	const $ = load(html);
	expect($("script[src], link").length).toBe(0);
	expect(page.headers.get("content-security-policy")).toMatch(
		/^default-src 'none'; connect-src 'self'; img-src 'self'; font-src 'self'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
	);
	expect(newerCalls($("script").text()), "the browser of OBS 28").toEqual([]);
	expect($("style").text()).not.toMatch(/:has\(|&/);
	expect($("html").attr("lang")).toBe("en");
	expect(
		$("[data-scene]")
			.map((_, section) => $(section).attr("data-scene"))
			.get(),
	).toEqual([...["alerts", "hunt", "crash"]]);
	expect(JSON.parse($("main").attr("data-options") ?? "")).toMatchObject({ scale: 1.5, language: "en" });
});

it("scenes of an overlay show the slot that is opened, the goal and the code, escaped", async () => {
	const codes = await (await visit(site, { as: "admin" })).open("/codes");
	await codes.submit("form:has([name=maxClaims])", { code: "FESTA RIJA", points: 75, maxClaims: 2 });
	const hunts = openHunts(site);
	const hunt = hunts.add({ title: HOSTILE });
	hunts.addSlot(hunt, "Wolf Gold", 100, 5000);
	hunts.addSlot(hunt, "Fruit Party");
	hunts.addSlot(hunt, "Book of Dead");
	hunts.close();
	const brackets = openBrackets(site);
	// Two more viewers.
	brackets.add(2, { title: "Cup" });
	brackets.close();
	const address = `${site.origin}/overlay/${tokenIn(await openSetup())}/scenes?lang=pt`;
	const { html } = (await (await fetch(address)).json()) as RenderedScenes;
	expect(Object.keys(html).sort()).toEqual([
		...["board", "code", "goal", "hunt", "prediction", "raffle", "tournament"],
	]);
	const shown = load(html.hunt ?? "");
	expect(shown("[data-testid=opening] .name").text()).toBe("Fruit Party");
	expect(shown("dd").first().text()).toBe("50,00\u00a0€");
	expect(shown(".next").text()).toContain("Book of Dead");
	expect([shown("img").length, shown("h2").text()]).toEqual([0, HOSTILE]);
	expect(load(html.goal ?? "")("progress").attr()).toEqual({ max: "5", value: "3" });
	expect(html.code).toContain("FESTA RIJA");
	expect(load(html.tournament ?? "")("h2").text()).toBe("Cup");
	expect([html.raffle, html.prediction]).toEqual(["", ""]);
});

it("scenes and alerts can be read although all streams are taken", async () => {
	const address = `${site.origin}/overlay/${tokenIn(await openSetup())}`;
	const open = async () => openStream(site.origin, `${new URL(address).pathname}/state?scenes=alerts`);
	const streams = await Promise.all(Array.from({ length: 20 }, open));
	const statusOf = async (path: string) => (await fetch(address + path)).status;
	expect([await statusOf("/state"), await statusOf("/alerts"), await statusOf("/scenes")]).toEqual([
		...[503, 200, 200],
	]);
	for (const stream of streams) stream.close();
});

it("the stream of an overlay has the events of its scenes, and ends with its address when that is renewed", async () => {
	const setup = await openSetup();
	const path = `/overlay/${tokenIn(setup)}`;
	const stream = await openStream(site.origin, `${path}/state?scenes=hunt,crash`);
	await stream.until(() => stream.dataOf("live-crash.state").length > 0);
	expect(stream.text).not.toContain("lobby.");
	const { headers } = await fetch(`${site.origin}/codes${path}?language=en`, {
		redirect: "manual",
	});
	expect(headers.get("location"), "the former address of the codes").toBe(`${path}?scenes=code&lang=en`);
	const renewed = await setup.submit("form:has([value=renew])");
	expect(await stream.end()).toBe("properly");
	for (const old of [path, `${path}/state`, `${path}/scenes`])
		expect((await fetch(site.origin + old)).status, old).toBe(404);
	expect((await fetch(`${site.origin}/overlay/${tokenIn(renewed)}`)).status).toBe(200);
});
