import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EVENT_SOURCES } from "~/events/sources";
import { GAMES, INSTANT_GAMES } from "~/games/games.server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import { addressOf, type EntrySource, reasonText } from "~/points/statement/entry-messages";

/** The values of a placeholder in a reason. */
const PLACEHOLDER_VALUES: Record<string, readonly string[]> = {
	kind: ["solo", "live"],
	prefix: INSTANT_GAMES.map(({ reasonPrefix }) => reasonPrefix),
	provider: ["StreamElements"],
	program: ["Streamer.bot"],
};

const SOURCES: readonly EntrySource[] = [...GAMES, ...EVENT_SOURCES];

/** Every reason in the code: `reason: "…"`, a choice between two, or a template with the placeholders above. */
function postedReasons(): string[] {
	const reasons = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".server.ts"))
		.flatMap((file) => [
			...readFileSync(`app/${file}`, "utf8").matchAll(/\breason: (?:\w+ \? "([^"]+)" : )?(["`])([^"`]+)\2/g),
		])
		.flatMap(([, first, , last = ""]) => (first ? [first, last] : [last]));
	return [...new Set(reasons)].flatMap((reason) => {
		const placeholder = reason.match(/\$\{(\w+)\}/)?.[1];
		if (!placeholder) return [reason];
		const values = PLACEHOLDER_VALUES[placeholder];
		if (!values) throw new Error(`no values for the placeholder in ${reason}`);
		return values.map((value) => reason.replace(/\$\{\w+\}/, value));
	});
}

describe("the ledger reasons in the code", () => {
	it("are the stakes and payouts of the games and events, and those of other features", () => {
		const reasonsOf = ({ reasonPrefix }: EntrySource) => [
			`${reasonPrefix}-stake`,
			// A request for a slot has no prize.
			...(reasonPrefix === "slot-request" ? [] : [`${reasonPrefix}-payout`]),
		];
		const posted = postedReasons();
		expect(posted).toEqual(expect.arrayContaining(SOURCES.flatMap(reasonsOf)));
		const isOfGame = (reason: string) => /-(stake|payout|refund)$/.test(reason);
		expect(posted.filter((reason) => !isOfGame(reason) || reason === "redeem-refund").sort()).toEqual([
			...[
				"admin-adjustment",
				"api:Streamer.bot",
				"claim-code",
				"daily-bonus",
				"hunt-prize",
				"merge-undone:StreamElements",
			],
			...["merge:StreamElements", "redeem", "redeem-refund", "registration"],
		]);
	});

	it("include only stakes that the loss limits count", () => {
		expect(
			postedReasons()
				.filter((reason) => reason.endsWith("-stake"))
				.sort(),
		).toEqual(SOURCES.map(({ reasonPrefix }) => `${reasonPrefix}-stake`).sort());
	});

	it.each(LANGUAGES)("have distinct texts in %s", (language) => {
		const { t } = i18nIn(language);
		const texts = postedReasons().map((reason) => {
			const text = reasonText(t, reason, SOURCES);
			expect(text, reason).not.toMatch(/\{\{|points\./);
			expect(text, "not the fallback").not.toContain(`(${reason})`);
			return text;
		});
		expect(new Set(texts).size).toBe(texts.length);
	});
});

it("the text of a merge names the provider", () => {
	const { t } = i18nIn("en");
	expect(reasonText(t, "merge:My: Bot", GAMES)).toBe("Points merged from My: Bot");
	expect(reasonText(t, "merge-undone:Bot", GAMES)).toBe("Points from Bot taken back");
});

it.each(["lottery-payout", "toString", "__proto__", "", "redeem-x"])(
	"an unknown reason is shown unchanged: %j",
	(reason) => {
		expect(reasonText(i18nIn("en").t, reason, GAMES)).toBe(`Other entry (${reason})`);
		expect(reasonText(i18nIn("pt").t, reason, GAMES)).toBe(`Outro movimento (${reason})`);
	},
);

it("an entry links to its round or order", () => {
	expect(addressOf({ reason: "plinko-payout", reference: "a/b" }, "viewer", GAMES)).toBe(
		"/fairness?round=a%2Fb",
	);
	expect(addressOf({ reason: "redeem-refund", reference: "a&b" }, "admin", GAMES)).toBe("/orders?q=a%26b");
	expect(addressOf({ reason: "redeem", reference: "a&b" }, "viewer", GAMES)).toBe("/points/orders");
	expect(addressOf({ reason: "admin-adjustment", reference: "x" }, "admin", GAMES)).toBeUndefined();
});
