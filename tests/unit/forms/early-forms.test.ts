import { once } from "node:events";
import { connect } from "node:net";
import { redirect } from "@remix-run/node";
import { beforeEach, describe, expect, it } from "vitest";
import { answerForms } from "~/forms/early-forms.server";
import { serveBehind } from "../../support/serve-behind";
import { decodeData } from "../../support/site/single-fetch";
import { ana, openAction, type TestAction } from "./create-action.setup";

const headers = { "Sec-Fetch-Site": "same-origin" };
let action: TestAction;
let origin: string;
/** What Remix was asked. */
let passedOn: string[];

/** What Remix does: it runs the action of the request again. */
async function rendered(url: string): Promise<string> {
	try {
		const answer = await action.act(new Request(`http://site.example${url}`, { method: "POST", headers }));
		return JSON.stringify(answer.data);
	} catch (error) {
		return error instanceof Response ? `${error.status}` : `fault: ${(error as Error).message}`;
	}
}

async function open(setup: Parameters<typeof openAction>[0] = {}) {
	action = openAction(setup);
	passedOn = [];
	const formAt = async (path: string) =>
		path === "/act.data"
			? { action: ({ request }: { request: Request }) => action.act(request), params: {} }
			: undefined;
	({ origin } = await serveBehind([answerForms(formAt)], async (request, response) => {
		passedOn.push(request.url ?? "");
		response.end(await rendered(request.url ?? ""));
	}));
}

const send = (fields: Record<string, string> = { points: "5" }, path = "/act.data") =>
	fetch(origin + path, { method: "POST", headers, body: new URLSearchParams(fields) });

describe("a form that scripts send", () => {
	it("is answered as Remix does, with the cookies of the action, and does not reach Remix", async () => {
		await open({
			async run({ input, request, headers }) {
				headers.append("Set-Cookie", "a=1");
				headers.append("Set-Cookie", "b=2");
				headers.append("X-Dropped", "by Remix too");
				return { received: input, url: request.url, cookie: request.headers.get("Cookie") };
			},
		});
		const response = await fetch(`${origin}/act.data?a=b`, {
			...{ method: "POST", body: new URLSearchParams({ points: "7" }) },
			headers: { ...headers, Cookie: "c=3" },
		});
		expect(await decodeData(await response.arrayBuffer())).toEqual({
			data: { ok: true, received: { points: 7 }, url: `${origin}/act?a=b`, cookie: "c=3" },
		});
		expect([response.status, response.headers.getSetCookie()]).toEqual([200, ["a=1", "b=2"]]);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			...{
				"content-type": "text/x-script; charset=utf-8",
				"cache-control": "no-store",
				"x-remix-response": "yes",
			},
		});
		expect(response.headers.has("X-Dropped")).toBe(false);
		expect(passedOn).toEqual([]);
	});

	it("is refused with a status, the message and what was typed", async () => {
		await open({ points: 1, viewer: ana });
		const refused = await send({ points: "51" });
		expect([refused.status, await decodeData(await refused.arrayBuffer())]).toEqual([
			400,
			{
				data: {
					...{ ok: false, code: "invalidInput", message: "pt:invalidInput" },
					...{ fieldErrors: { points: "pt:ballsOutOfRange" }, typed: { points: "51" } },
				},
			},
		]);
		const limited = await send();
		expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "60"]);
		expect(passedOn).toEqual([]);
	});

	it("is redirected by its scripts", async () => {
		await open({
			run: async () => redirect("/act?done", { headers: { "Set-Cookie": "note=1" } }),
		});
		const response = await send();
		expect([response.status, response.headers.getSetCookie()]).toEqual([202, ["note=1"]]);
		expect(await decodeData(await response.arrayBuffer())).toEqual({
			...{ redirect: "/act?done", status: 302, revalidate: true, reload: false, replace: false },
		});
		expect(passedOn).toEqual([]);
	});

	it.each<[string, () => object, string]>([
		["a fault", () => Promise.reject(new Error("broken")), "fault: broken"],
		["a page of another site", () => redirect("https://other.example/"), "302"],
		["the start of an address", () => redirect("//other.example/"), "302"],
		["a date", () => ({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z","ok":true}'],
	])("is acted on once, and Remix answers with %s", async (_, run, answer) => {
		await open({ run: async () => run() });
		expect(await (await send()).text()).toBe(answer);
		expect(passedOn).toEqual(["/act.data"]);
		expect(action.steps.filter((step) => step === "use case")).toHaveLength(1);
	});

	it("of another site gets the plain refusal from Remix", async () => {
		await open();
		const response = await fetch(`${origin}/act.data`, {
			...{ method: "POST", body: new URLSearchParams({ points: "5" }) },
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(await response.text()).toBe("403");
		expect(action.steps).toEqual([]);
	});

	it("whose client closes the connection before its end does nothing", async () => {
		await open();
		const socket = connect(Number(new URL(origin).port), "127.0.0.1");
		socket.write("POST /act.data HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n");
		socket.write("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\npoint");
		await once(socket, "connect");
		await new Promise<void>((resolve) => socket.end(resolve));
		await once(socket.resume(), "close");
		expect((await send()).status).toBe(200);
		expect(action.steps.filter((step) => step === "use case")).toHaveLength(1);
		expect(passedOn).toEqual([]);
	});
});

describe("Remix answers", () => {
	beforeEach(() => open());

	it.each(["/act", "/other.data", "/act.data/"])("a form at %s", async (path) => {
		await send({ points: "5" }, path);
		expect(passedOn).toEqual([path]);
	});

	it("a read", async () => {
		await fetch(`${origin}/act.data`);
		expect(passedOn).toEqual(["/act.data"]);
		expect(action.steps).toEqual([]);
	});
});
