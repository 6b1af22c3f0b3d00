/** Everything that comes from a declaration, for every declared setting. `vitest -u` writes the two documents again. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { en } from "~/i18n/en";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import {
	declarationOf,
	EDITABLE,
	type EditableName,
	FORM_NAMES,
	FORMS,
	formOf,
	SETTING_NAMES,
	type SettingName,
} from "~/lib/settings.server";
import { errorOf, HIDDEN_FIELDS } from "~/settings/settings.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { BOSS, openSite } from "./settings-site";

const test = databaseForEachTest({ users: { boss: 1000 } });

/** Texts that are typed into a form; each setting accepts one of them. */
const TYPED = [
	...["17", "50", "https://one.example", "https://one.example/{username}", "one.example", "discord", "even"],
	...["Europe/Madrid", "2026-05-13", "0123456789abcdef01234567", "me.webp", "ana@one.example", "navalhas"],
	...["en", "viewers"],
];
/** Texts that are no valid values; most settings refuse one of them. */
const WRONG = ["-1", "\u200b", "not a value", "x".repeat(6000)];

const isRefused = (name: EditableName, text: string) => !declarationOf(name).schema.safeParse(text).success;
/** Other settings that a setting needs. */
function related(name: EditableName): Record<string, string> {
	const address = "https://two.example";
	if (name.startsWith("BONUS_HUNT")) return { BONUS_HUNT_STATS_URL: address, BONUS_HUNT_SLOTS_URL: address };
	if (name.startsWith("WEBHOOK")) return { WEBHOOK_URL: address, WEBHOOK_SECRET: "a secret of the site" };
	if (name.startsWith("REDEEM_BOT")) return { REDEEM_BOT_URL: address, REDEEM_BOT_FORMAT: "discord" };
	const store = { BACKUP_S3_ENDPOINT: address, BACKUP_S3_BUCKET: "bucket", BACKUP_S3_KEY_ID: "key" };
	return name.startsWith("BACKUP_S3") ? { ...store, BACKUP_S3_SECRET: "secret" } : {};
}

/** A text that the form accepts, and that is not the default. */
function textFor(name: EditableName): string {
	const { input, mayBeBlank, schema, secret } = declarationOf(name);
	if (input === "switch") return mayBeBlank ? "false" : "true";
	if (input === "instant") return "2026-05-13T10:00";
	if (input === "events") return "raffle.opened, slot.requested";
	if (mayBeBlank || secret === "hidden") return `New ${name}`;
	const fallback = schema.safeParse(undefined).data;
	const found = TYPED.find((text) => schema.safeParse(text).success && schema.parse(text) !== fallback);
	expect(found, `a text for ${name}`).toBeDefined();
	return found ?? "";
}

/** Its form has a box in its place. */
const isBoxed = (name: string) => name.endsWith("_PREVIOUS_SECRET");

it("the draw of solo Crash follows the chart of its returns, which stands above the fields", () =>
	expect(FORMS.games[0]).toBe("SOLO_CRASH_DRAW"));

it.each(FORM_NAMES)(
	"the form %s stores each setting, which applies at once and after a restart",
	async (form) => {
		const typed = Object.fromEntries(FORMS[form].map((name) => [name, textFor(name)]));
		const { config, settings } = await openSite(test.db);
		const before = { ...config };
		await settings.save(BOSS, form, typed, 0);
		const changed = FORMS[form].filter((name) => !isBoxed(name));
		for (const name of changed) expect(config[name], name).not.toEqual(before[name]);
		expect((await openSite(test.db)).config).toEqual(config);

		const [log, ...more] = await rowsOf(test.db, "admin_changes");
		expect([log?.action, more]).toEqual([`settings.${form}`, []]);
		expect(Object.keys(JSON.parse(log?.after ?? "{}")).sort()).toEqual([...changed].sort());
		const rows = JSON.stringify([await rowsOf(test.db, "site_settings"), log]);
		const [shown] = settings.shown([form]);
		for (const name of changed) {
			const { secret } = declarationOf(name);
			const text = typed[name] ?? "";
			if (secret) expect(rows, name).not.toContain(text);
			expect(
				shown?.settings.find((setting) => setting.name === name),
				name,
			).toMatchObject({
				...{ value: secret === "hidden" ? "" : text, isSet: true, isFixed: false, isIgnored: false },
			});
		}
		expect(shown?.revision).toBe(1);
		// The form as it is shown changes nothing.
		const again = Object.fromEntries(shown?.settings.map(({ name, value }) => [name, value]) ?? []);
		await settings.save(BOSS, form, again, 0);
		expect(await rowsOf(test.db, "admin_changes")).toHaveLength(1);
	},
);

it("each setting of the environment precedes a stored one and cannot be changed; its secrets are not shown", async () => {
	for (const name of EDITABLE.filter((one) => !isBoxed(one))) {
		const text = declarationOf(name).input === "instant" ? "2026-05-13T10:00:00.000Z" : textFor(name);
		const { config, settings } = await openSite(test.db, { ...related(name), [name]: text });
		const shown = () => settings.shown([formOf(name)])[0]?.settings.find((one) => one.name === name);
		const before = config[name];
		expect(shown(), name).toMatchObject({
			isFixed: true,
			isSet: true,
			...(declarationOf(name).secret && { value: "" }),
		});
		await settings.save(BOSS, formOf(name), { [name]: "x" }, 0).catch(() => undefined);
		expect(config[name], name).toEqual(before);
	}
});

it("an invalid value of a form is found in its setting, which says why", async () => {
	const { settings } = await openSite(test.db);
	let refused = 0;
	for (const name of EDITABLE.filter((one) => !isBoxed(one))) {
		for (const text of WRONG.filter((one) => isRefused(name, one))) {
			refused += 1;
			expect(
				settings.faultsOf(formOf(name), { ...related(name), [name]: text }),
				`${name}=${text}`,
			).toContain(name);
			for (const language of LANGUAGES)
				expect(i18nIn(language).t(`errors.${errorOf(name)}`).length).toBeGreaterThan(5);
		}
	}
	expect(refused).toBeGreaterThan(EDITABLE.length);
	expect([...HIDDEN_FIELDS].every((name) => /SECRET$/.test(name))).toBe(true);
});

const defaultOf = (name: SettingName): string => {
	const { data } = declarationOf(name).schema.safeParse(undefined);
	return [data ?? ""].flat().join(",");
};
const first = SETTING_NAMES.filter((name) => declarationOf(name).isFirst);

it(".env.example has the settings that a host must know before the first start, at most 15", async () => {
	const example = first.map((name) => {
		const isRequired = !declarationOf(name).schema.safeParse(undefined).success && name !== "SESSION_SECRET";
		const value = name === "APP_ORIGIN" ? "http://localhost:3000" : defaultOf(name);
		return `${wrapped(declarationOf(name).about ?? "")}\n${isRequired ? "" : "#"}${name}=${value}\n`;
	});
	expect(example.length).toBeLessThanOrEqual(15);
	await expect(`${HEAD}\n${example.join("\n")}`).toMatchFileSnapshot("../../../.env.example");
});

const HEAD = `# Copy this file to .env. If a setting is invalid, the site does not start and lists all errors. A value here takes precedence
# over that of the site's settings pages. docs/settings.md lists all settings.

# If one of APP_ORIGIN and the first three OIDC settings is empty, the site starts in setup mode and asks for it: "plateia setup"
# prints the link. See docs/sign-in.md.
`;

/** As comments of at most 120 characters. */
const wrapped = (text: string): string => text.replace(/(.{1,118})(\s+|$)/g, "# $1\n").trimEnd();

it("docs/settings.md lists every setting", async () => {
	const about = (name: SettingName) => {
		const { about } = declarationOf(name);
		if (about) return about;
		const { label, hint } = en.settings.fields[name as EditableName];
		return `${label}. ${hint}`.replaceAll(/\{\{(\w+)\}\}/g, "{$1}").replace(" Time zone: {timeZone}.", "");
	};
	const row = (name: SettingName) => {
		const text = defaultOf(name);
		const shown = text.length > 60 || text === "" ? text && "a text" : `\`${text}\``;
		return `| \`${name}\` | ${shown} | ${about(name).replaceAll("|", "\\|")} |`;
	};
	const table = (title: string, names: readonly SettingName[]) =>
		`\n## ${title}\n\n| Setting | Default | |\n|---|---|---|\n${names.map(row).join("\n")}\n`;
	const own = SETTING_NAMES.filter((name) => !declarationOf(name).form);
	const text = [
		"# Settings\n",
		"A setting can be an environment variable of this name, also in `.env`. Those with a form can be changed on the site too,",
		"at once and without a restart; a variable takes precedence and cannot be changed there. An invalid variable ends the start",
		"with a message that lists all of them. Secrets are stored encrypted. `tests/unit/settings/declarations.test.ts` compares this",
		"page with the declarations in `app/lib/settings.server.ts`.",
		table("The environment only", own),
		...FORM_NAMES.map((form) => table(en.settings.forms[form].title, FORMS[form])),
	];
	await expect(text.join("\n")).toMatchFileSnapshot("../../../docs/settings.md");
});

it("install.sh sets and reads settings that exist", () => {
	const script = readFileSync("packaging/install.sh", "utf8");
	const named = [...script.matchAll(/\b(?:set_setting|default_setting|\$\(setting) ([A-Z][A-Z0-9_]+)/g)];
	expect(named.length).toBeGreaterThan(8);
	for (const [, name] of named) expect(SETTING_NAMES).toContain(name);
});
