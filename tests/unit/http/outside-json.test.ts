import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BodyTooLong } from "~/http/bounded-body.server";
import { NotJson, parseOutsideJson, readOutsideJson } from "~/http/outside-json.server";

const BYTE_ORDER_MARK = "\ufeff";

/** Data of the site, of its server, or in XML. */
const EXEMPT = new Set([
	"app/http/object-store.server.ts",
	...["app/commands/doctor.server.ts", "app/http/outside-json.server.ts", "app/http/signed-cookie.server.ts"],
	...["app/lib/secret-box.server.ts", "app/pwa/push.worker.js", "app/team/overlays/client/overlay.ts"],
]);

it("answers and bytes of others are parsed nowhere else", () => {
	const found = readdirSync("app", { recursive: true, encoding: "utf8" })
		.map((file) => `app/${file}`)
		.filter((file) => /\.(?:tsx?|js)$/.test(file) && !EXEMPT.has(file))
		.filter((file) =>
			/\b(?:response|answer|data)\.json\(\)|JSON\.parse\(.*(?:toString|String)\(|readBody\(.*\)\.toString\(\)/.test(
				readFileSync(file, "utf8"),
			),
		);
	expect(found).toEqual([]);
});

describe("JSON of others", () => {
	it("is read with and without a byte order mark, as a text, as bytes and as an answer", async () => {
		for (const mark of ["", BYTE_ORDER_MARK]) {
			const text = `${mark}{"points":123}`;
			expect(parseOutsideJson(text)).toEqual({ points: 123 });
			expect(parseOutsideJson(Buffer.from(text))).toEqual({ points: 123 });
			expect(await readOutsideJson(new Response(text))).toEqual({ points: 123 });
		}
	});

	it("that is something else is refused with its content type, and is not quoted", () => {
		for (const [text, type, message] of [
			["<html>secret", "text/html; charset=utf-8", "not JSON, of type text/html; charset=utf-8"],
			['{"secret":', "application/json", "not JSON, of type application/json"],
			[`${BYTE_ORDER_MARK}${BYTE_ORDER_MARK}1`, undefined, "not JSON, of type unknown"],
			["", null, "nothing instead of JSON"],
		] as const)
			expect(() => parseOutsideJson(text, type)).toThrow(new NotJson(message));
	});

	it("is read up to a limit", async () => {
		await expect(readOutsideJson(new Response('"1234"'), 5)).rejects.toThrow(BodyTooLong);
	});
});
