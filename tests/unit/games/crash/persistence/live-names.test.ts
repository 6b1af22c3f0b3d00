import { transact } from "db/transact";
import { describe, expect, it } from "vitest";
import { saveAvatar } from "~/account/avatars/avatars.queries.server";
import { ALIASES, aliasText } from "~/games/crash/engine/alias";
import type { NameChoice } from "~/games/crash/engine/view";
import { findLiveName } from "~/games/crash/persistence/live-names.queries.server";
import { chooseLiveName, readLiveName } from "~/games/crash/persistence/live-names.server";
import { PRIVATE } from "~/games/players/player-page.schema";
import { saveChoices } from "~/games/players/player-page.server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import { setNameHidden } from "~/points/users/hidden-names.server";
import { fakeClock, seededRandomHex, userId } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { testSite } from "../../../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const ana = userId("ana");
const clock = fakeClock("2026-03-04T21:00:00.000Z");
const randomHex = seededRandomHex("names");
const tools = () =>
	testSite({
		...{ db: test.db, now: clock.now, randomHex, nameChanged() {} },
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	});
const read = async (user = ana) => (await readLiveName(tools(), test.db, user)).shown;
const publish = (isPublic: boolean) => saveChoices(tools(), ana, { ...PRIVATE, isPublic });
async function choose(choice: NameChoice, user = ana) {
	clock.pass(1000);
	await chooseLiveName(tools(), user, choice);
	return read(user);
}
const avatarOf = () => test.db.selectFrom("avatars").select("id").executeTakeFirst();

describe("how a player is shown in live Crash", () => {
	it("follows the player page until a choice is made, and then the choice alone", async () => {
		expect(await read()).toBe("round");
		await publish(true);
		expect(await read()).toBe("name");
		expect(await choose("round"), "with a public page").toBe("round");
		await publish(false);
		expect(await choose("name"), "without one").toBe("name");
		expect(await findLiveName(test.db, ana)).toEqual({
			shownAs: "name",
			chosenAt: clock.now().toISOString(),
		});
		expect(await read(userId("bruno"))).toBe("round");
	});

	it("as a pseudonym lasts until six in the morning, and is another one each evening and with each choice", async () => {
		clock.set("2026-03-04T21:00:00.000Z");
		const first = await choose("alias");
		expect(first).toBeTypeOf("number");
		clock.set("2026-03-05T05:59:59.000Z");
		expect(await read()).toBe(first);
		clock.set("2026-03-05T06:00:00.000Z");
		const next = await read();
		await choose("name");
		const again = await choose("alias");
		const other = await choose("alias", userId("bruno"));
		expect(new Set([first, next, again, other]).size).toBe(4);
	});

	it("is never a name that an admin has hidden, and is again the choice when it is shown", async () => {
		await choose("name");
		await setNameHidden(tools(), "admin", ana, true);
		expect(await readLiveName(tools(), test.db, ana)).toEqual({
			choice: "name",
			shown: "round",
			isHidden: true,
		});
		expect(await choose("alias"), "no name").toBeTypeOf("number");
		await choose("name");
		await setNameHidden(tools(), "admin", ana, false);
		expect(await read()).toBe("name");
		await expect(setNameHidden(tools(), "admin", "nobody", true)).rejects.toMatchObject({ code: "userGone" });
	});

	it("without the name gets the avatar an address that nobody has seen, unless the page is public", async () => {
		const at = clock.now().toISOString();
		const row = {
			id: "seen",
			user_id: ana,
			source: "https://x/y.png",
			picture: Buffer.from("x"),
			fetched_at: at,
		};
		await transact(test.db, (trx) => saveAvatar(trx, row));
		await choose("name");
		expect(await avatarOf()).toEqual({ id: "seen" });
		await choose("alias");
		const renamed = await avatarOf();
		expect(renamed).not.toEqual({ id: "seen" });
		await publish(true);
		await choose("round");
		expect(await avatarOf()).toEqual(renamed);
	});
});

it("each language has a pseudonym for every number, and nobody types one", () => {
	for (const language of LANGUAGES) {
		const { t } = i18nIn(language);
		for (const list of ["crash.aliasAnimals", "crash.aliasTraits"] as const) {
			expect(new Set(t(list).split(", ")).size, list).toBe(32);
		}
		const sample = [0, 899, 900, 28_799, 28_800, ALIASES - 1].map((alias) => aliasText(alias, t));
		expect(new Set(sample).size).toBe(sample.length);
		for (const text of sample) expect(text).toMatch(/^[\p{L}-]+ [\p{L}-]+ [1-9]\d\d$/u);
	}
});
