import { describe, expect, it } from "vitest";
import { answerOf, openDoor, post } from "./front-door.setup";

const KIBIBYTE = 1024;

describe("a body", () => {
	it("of 64 KiB is read", async () => {
		const { act } = openDoor();
		const note = "x".repeat(64 * KIBIBYTE - "points=5&note=".length);
		expect(await answerOf(act(post({ points: "5", note })))).toMatchObject({ status: 200 });
	});

	it("of one byte more is refused with 413", async () => {
		const { act, steps } = openDoor();
		const note = "x".repeat(64 * KIBIBYTE - "points=5&note=".length + 1);
		const answer = await answerOf(act(post({ points: "5", note })));
		expect(answer).toMatchObject({ status: 413, body: { code: "bodyTooLarge", message: "pt:bodyTooLarge" } });
		expect(steps).toEqual(["session"]);
	});

	it("without an end is cut off after 1 MiB", async () => {
		let sent = 0;
		let cancelled = false;
		const endless = new ReadableStream<Uint8Array>({
			pull(controller) {
				sent += 1;
				controller.enqueue(new Uint8Array(KIBIBYTE).fill(120));
			},
			cancel() {
				cancelled = true;
			},
		});
		const request = post(endless, { "Content-Type": "application/x-www-form-urlencoded" });
		expect(await answerOf(openDoor().act(request))).toMatchObject({ status: 413 });
		expect(sent).toBeLessThan(1100);
		expect(cancelled).toBe(true);
	});

	it("of a link's ping is a form without fields, whatever it holds", async () => {
		const answer = await answerOf(openDoor().act(post("points=5", { "Content-Type": "text/ping" })));
		expect(answer).toMatchObject({ status: 400, body: { code: "invalidInput" } });
	});

	it.each(["text/plain", "application/json", "application/octet-stream", "text/html; x=multipart/form-data"])(
		"of type %s is refused",
		async (type) => {
			const answer = await answerOf(openDoor().act(post('{"points":5}', { "Content-Type": type })));
			expect(answer).toMatchObject({ status: 400, body: { code: "bodyUnreadable" } });
		},
	);

	it.each([
		["without a boundary", "multipart/form-data", "points=5"],
		["that does not end", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name="],
		["of another boundary", "multipart/form-data; boundary=b", "--c\r\n\r\n5\r\n--c--"],
	])("in parts %s is refused", async (_how, type, body) => {
		const answer = await answerOf(openDoor().act(post(body, { "Content-Type": type })));
		expect(answer).toMatchObject({ status: 400, body: { code: "bodyUnreadable" } });
	});

	it("with a file is not sent back with it, which no page could show again", async () => {
		const form = new FormData();
		form.append("points", "99");
		form.append("note", "kept");
		form.append("upload", new File(["bytes"], "mug.png"));
		expect(await answerOf(openDoor().act(post(form)))).toMatchObject({
			status: 400,
			body: { typed: expect.not.objectContaining({ upload: expect.anything() }) },
		});
		expect(await answerOf(openDoor().act(post(form)))).toMatchObject({ body: { typed: { note: "kept" } } });
	});

	it("in parts is read", async () => {
		const form = new FormData();
		form.append("points", "5");
		expect(await answerOf(openDoor().act(post(form)))).toMatchObject({ body: { got: { points: 5 } } });
	});

	it("that is missing is an empty form", async () => {
		const answer = await answerOf(openDoor().act(post({})));
		expect(answer).toMatchObject({ status: 400, body: { fieldErrors: { points: "pt:ballsOutOfRange" } } });
	});
});

describe("hostile field names", () => {
	it.each([
		"__proto__",
		"constructor.prototype.points",
		"a]",
		"a[",
		"a..b",
		"[]",
		"__intent__",
		"__INTENT__",
		"",
	])("such as %j never break the action", async (name) => {
		const { status } = await answerOf(openDoor().act(post({ points: "51", [name]: "x" })));
		expect(status).toBe(400);
		expect(({} as Record<string, unknown>).points).toBeUndefined();
	});

	it("cannot blow up what is sent back", async () => {
		const { body, status } = await answerOf(openDoor().act(post({ points: "51", "a[200000]": "x" })));
		expect(status).toBe(400);
		expect(JSON.stringify(body).length).toBeLessThan(1000);
	});

	it("cannot make the form's parser take an intent of its own", async () => {
		const intent = JSON.stringify({ type: "reset", payload: {} });
		const { act, steps } = openDoor();
		await answerOf(act(post({ points: "51", __intent__: intent })));
		expect(steps).toEqual(["session"]);
	});
});
