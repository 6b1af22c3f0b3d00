import { redirect } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { isSameOrigin } from "~/forms/create-action.server";
import { DomainError } from "~/forms/domain-error";
import { admin, ana, answerOf, ORIGIN, openAction, post, rui } from "./create-action.setup";

describe("the order of the checks", () => {
	it("refuses a cross-site request before any other check", async () => {
		const { act, steps } = openAction({ role: "admin", points: 0 });
		const answer = await answerOf(act(post("x".repeat(1e6), { "Sec-Fetch-Site": "cross-site" })));
		expect(answer).toMatchObject({ status: 403, body: { message: "pt:crossSite" }, thrown: true });
		expect(steps).toEqual([]);
	});

	it("checks the session, then the role, before the rate limit", async () => {
		const { act, steps } = openAction({ role: "viewer", points: 1 });
		for (let i = 0; i < 5; i++) expect(await answerOf(act(post()))).toMatchObject({ status: 401 });
		expect(steps).toEqual(Array(5).fill("session"));
	});

	it("reads the whole body before the session, so that a slow request is checked against the current session", async () => {
		const { act, steps, queues } = openAction({ queue: { concurrent: 1 } });
		let send = (_rest: string) => {};
		const body = new ReadableStream({
			start(controller) {
				controller.enqueue(new TextEncoder().encode("points="));
				send = (rest) => {
					controller.enqueue(new TextEncoder().encode(rest));
					controller.close();
				};
			},
		});
		const slow = act(post(body, { "Content-Type": "application/x-www-form-urlencoded" }));
		await act(post());
		expect([steps, queues.form.counts().open]).toEqual([["session", "use case"], 0]);
		send("5");
		await slow;
		expect(steps).toEqual(["session", "use case", "session", "use case"]);
	});

	it("checks the role before a large body is read", async () => {
		const { act } = openAction({ role: "admin", viewer: ana, more: { bodyLimit: 1e6 } });
		const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
		const answer = await answerOf(act(post(endless, { "Content-Type": "multipart/form-data; boundary=x" })));
		expect(answer).toMatchObject({ status: 403 });
	});
});

describe("the same-origin check", () => {
	const from = (fetchSite: string | undefined, origin: string | undefined) => {
		const headers = fetchSite === undefined ? undefined : { "Sec-Fetch-Site": fetchSite };
		return isSameOrigin(new Request(`${ORIGIN}/`, { headers }), origin, ORIGIN);
	};

	it.each([
		["same-origin", undefined, true],
		["same-origin", "http://evil.example", true],
		["same-site", undefined, false],
		["cross-site", undefined, false],
		["none", undefined, false],
		["cross-site", ORIGIN, false],
		[undefined, ORIGIN, true],
		[undefined, "http://evil.example", false],
		[undefined, "https://plateia.example", false],
		[undefined, `${ORIGIN}:8080`, false],
		[undefined, `${ORIGIN}.evil.example`, false],
		[undefined, "null", false],
		[undefined, undefined, false],
	])("for Sec-Fetch-Site %s and Origin %s is %s", (fetchSite, origin, isSame) => {
		expect(from(fetchSite, origin)).toBe(isSame);
	});
});

describe("roles", () => {
	it.each([
		["anyone", undefined, 200],
		["anyone", ana, 200],
		["viewer", undefined, 401],
		["viewer", ana, 200],
		["viewer", admin, 200],
		["admin", undefined, 401],
		["admin", ana, 403],
		["admin", rui, 403],
		["admin", admin, 200],
		["orders", undefined, 401],
		["orders", ana, 403],
		["orders", rui, 200],
		["codes", rui, 403],
		["codes", admin, 200],
	] as const)("an action for %s answers %o with %i", async (role, viewer, status) => {
		const { act, steps } = openAction({ role, ...(viewer && { viewer }) });
		const answer = await answerOf(act(post()));
		expect(answer.status).toBe(status);
		expect(steps.includes("use case")).toBe(status === 200);
		if (status === 401) expect(answer.body).toMatchObject({ code: "signInFirst", message: "pt:signInFirst" });
		if (status === 403) expect(answer.body).toMatchObject({ code: "adminsOnly", message: "pt:adminsOnly" });
	});
});

describe("input", () => {
	it("that is invalid is answered with a message per field and the typed values", async () => {
		const { act } = openAction();
		const { body } = await answerOf(act(post({ points: "10abc", note: "keep me" }, { "X-Language": "en" })));
		expect(body).toEqual({
			ok: false,
			code: "invalidInput",
			message: "en:invalidInput",
			fieldErrors: { points: "en:ballsOutOfRange" },
			typed: { points: "10abc", note: "keep me" },
		});
	});

	it("is not sent back in a refusal if its field is secret", async () => {
		const run = async () => {
			throw new DomainError("insufficientPoints");
		};
		for (const points of ["5", "51"]) {
			const { act } = openAction({ more: { unechoed: new Set(["note"]) }, run });
			const { body, status } = await answerOf(act(post({ points, note: "secret" })));
			expect([status, body.typed]).toEqual([points === "5" ? 409 : 400, { points }]);
		}
	});

	it("with a built-in zod error gets a general message", async () => {
		const { act } = openAction();
		const form = new FormData();
		form.append("points", "5");
		form.append("note", "a");
		form.append("note", "b");
		const { body } = await answerOf(act(post(form)));
		expect(body.fieldErrors).toEqual({ note: "pt:invalidInput" });
	});
});

describe("a use case that refuses", () => {
	const refusing = () =>
		openAction({
			run: async ({ headers }) => {
				headers.append("Set-Cookie", "a=1");
				throw new DomainError("insufficientPoints", { points: 3 });
			},
		});

	it("is answered with 409 on the same page, with the message and the typed values", async () => {
		const answer = await answerOf(refusing().act(post()));
		expect(answer).toMatchObject({ status: 409, thrown: false });
		expect(answer.body).toEqual({
			ok: false,
			code: "insufficientPoints",
			message: 'pt:insufficientPoints{"points":3}',
			fieldErrors: {},
			typed: { points: "5" },
		});
	});

	it("of a route without a page is thrown for its ErrorBoundary", async () => {
		const run = async () => {
			throw new DomainError("insufficientPoints");
		};
		const answer = await answerOf(openAction({ more: { hasNoPage: true }, run }).act(post()));
		expect(answer).toMatchObject({ status: 409, thrown: true, body: { message: "pt:insufficientPoints" } });
	});
});

describe("the result of the use case", () => {
	it("as a redirect keeps the headers of both", async () => {
		const run = async ({ headers }: { headers: Headers }) => {
			headers.append("Set-Cookie", "a=1; Expires=Wed, 04 Mar 2026 12:00:00 GMT");
			headers.append("Set-Cookie", "b=2");
			return redirect("/there", { headers: { "Set-Cookie": "c=3" } });
		};
		const answer = await answerOf(openAction({ run }).act(post()));
		expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/there"]);
		expect(answer.headers.getSetCookie()).toEqual([
			"c=3",
			"a=1; Expires=Wed, 04 Mar 2026 12:00:00 GMT",
			"b=2",
		]);
	});

	it("is rethrown if it is an unexpected error", async () => {
		const broken = new Error("disk full");
		const run = async () => {
			throw broken;
		};
		await expect(openAction({ run }).act(post())).rejects.toBe(broken);
	});
});

describe("more forms than the queue has slots", () => {
	/** An action whose use cases end when the test calls `ends`. */
	function openPendingAction(setup: Parameters<typeof openAction>[0]) {
		const ends: (() => void)[] = [];
		const run = () => new Promise<object>((resolve) => ends.push(() => resolve({})));
		return { ...openAction({ ...setup, run }), ends };
	}
	const flushImmediates = async () => {
		for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
	};

	it("are rejected in the viewer's language with the typed values if too many wait", async () => {
		const { act, ends } = openPendingAction({ queue: { concurrent: 1, waiting: 1 } });
		const answers = [act(post()), act(post())];
		await flushImmediates();
		expect(await answerOf(act(post({ points: "7" }, { "X-Language": "en" })))).toMatchObject({
			status: 503,
			body: { code: "siteBusy", message: "en:siteBusy", typed: { points: "7" } },
		});
		for (const at of [0, 1]) {
			ends[at]?.();
			await answers[at];
			await flushImmediates();
		}
	});

	it("do not wait for the results of games, and games do not wait for other forms", async () => {
		const { act, ends, queues } = openPendingAction({ more: { isGame: true }, queue: { concurrent: 1 } });
		queues.form.enter("somebody", { start() {}, reject() {} });
		const answers = [act(post()), act(post()), act(post())];
		await flushImmediates();
		expect([ends.length, queues.game.counts().open]).toEqual([3, 0]);
		for (const end of ends) end();
		await Promise.all(answers);
	});
});
