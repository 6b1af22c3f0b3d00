import { describe, expect, it } from "vitest";
import { answerOf, openAction, post } from "./create-action.setup";

const KIBIBYTE = 1024;
const URL_ENCODED = "application/x-www-form-urlencoded";

const answerTo = (...request: Parameters<typeof post>) => answerOf(openAction().act(post(...request)));
const expectUnreadable = async (...request: Parameters<typeof post>) =>
	expect(await answerTo(...request)).toMatchObject({ status: 400, body: { code: "bodyUnreadable" } });

describe("a body", () => {
	it("of 64 KiB is read, and one byte more is refused with 413", async () => {
		const note = "x".repeat(64 * KIBIBYTE - "points=5&note=".length);
		expect(await answerTo({ points: "5", note })).toMatchObject({ status: 200 });
		const { act, steps } = openAction();
		const answer = await answerOf(act(post({ points: "5", note: `${note}x` })));
		expect(answer).toMatchObject({ status: 413, body: { code: "bodyTooLarge", message: "pt:bodyTooLarge" } });
		expect(steps).toEqual([]);
	});

	it("that is endless is aborted after 1 MiB", async () => {
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
		expect(await answerOf(openAction().act(request))).toMatchObject({ status: 413 });
		expect(sent).toBeLessThan(1100);
		expect(cancelled).toBe(true);
	});

	it("of a link's ping is a form without fields regardless of its content", async () => {
		const answer = await answerTo("points=5", { "Content-Type": "text/ping" });
		expect(answer).toMatchObject({ status: 400, body: { code: "invalidInput" } });
	});

	it.each([
		["the same name 32,768 times", "a&".repeat(32_768)],
		["11,000 names", Array.from({ length: 11_000 }, (_, at) => `a${at.toString(36)}`).join("&")],
	])("with %s, which would take seconds to parse, is refused before it is parsed", async (_how, text) => {
		await expectUnreadable(text, { "Content-Type": URL_ENCODED });
	});

	it.each([
		["with a boundary", "multipart/form-data; boundary=b"],
		["with a quoted boundary", 'multipart/form-data; boundary="b"'],
		["with a boundary hidden in another parameter", 'multipart/form-data; x="; boundary=c"; boundary=b'],
	])("of 201 parts %s is refused, and one of 200 is read", async (_how, type) => {
		const parts = (count: number) =>
			`${'--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n'.repeat(count)}--b--`;
		await expectUnreadable(parts(201), { "Content-Type": type });
		const some = await answerTo(parts(199), { "Content-Type": type });
		expect(some).toMatchObject({ status: 400, body: { code: "invalidInput" } });
	});

	it("with a file that is invalid is returned without the file", async () => {
		const form = new FormData();
		form.append("points", "99");
		form.append("note", "kept");
		form.append("upload", new File(["bytes"], "mug.png"));
		expect(await answerTo(form)).toMatchObject({
			status: 400,
			body: { typed: expect.not.objectContaining({ upload: expect.anything() }) },
		});
		expect(await answerTo(form)).toMatchObject({ body: { typed: { note: "kept" } } });
	});
});

describe("hostile field names", () => {
	it("do not break the action", async () => {
		const paths = ["__proto__", "constructor.prototype.points", "prototype", "toString", "valueOf"];
		for (const name of [...paths, "a]", "a[", "a..b", "[]", "__intent__", "__INTENT__", ""]) {
			expect((await answerTo({ points: "51", [name]: "x" })).status, name).toBe(400);
			expect(({} as Record<string, unknown>).points).toBeUndefined();
		}
	});

	it.each(["constructor", "hasOwnProperty"])(
		"such as %s, which every object has, are refused even if the other fields are valid",
		async (name) => {
			const { act, steps } = openAction();
			const { status } = await answerOf(act(post({ points: "5", [name]: "x" })));
			expect(status).toBe(400);
			expect(steps).toEqual([]);
		},
	);
});
