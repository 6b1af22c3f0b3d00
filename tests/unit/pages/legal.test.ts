import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { readConfig } from "~/lib/config.server";
import { readHelp } from "~/pages/help.server";
import { REVISIONS, readLegalPage } from "~/pages/legal.server";
import type { Block, Piece, TextPage } from "~/pages/text";
import routes from "../../../app/routes";

const MINIMAL = {
	APP_ORIGIN: "https://plateia.example",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
	OIDC_ISSUER: "https://login.example/",
	OIDC_CLIENT_ID: "client",
	OIDC_CLIENT_SECRET: "secret",
};
const FULL = {
	...MINIMAL,
	REDEEM_BOT_URL: "https://bot.example/secret-path",
	REDEEM_BOT_SECRET: "0123456789abcdef",
	DISCORD_URL: "https://discord.com/api/webhooks/1/secret-path",
	POINTS_PROVIDER_CHANNEL: "0123456789abcdef01234567",
	ANALYTICS_COLLECTOR_URL: "https://collector.example/secret-path",
	STARTING_POINTS: "2500",
};
const PAGES = ["terms", "privacy", "cookies"] as const;

const read = (
	page: (typeof PAGES)[number],
	language: Language,
	env: Record<string, string> = MINIMAL,
	channel = { name: "Navalhas", contactEmail: "ola@navalhas.example" },
) => readLegalPage({ config: readConfig(env), channel: () => channel }, page, language).page;

const piecesIn = (block: Block): Piece[] =>
	block.kind === "text" ? block.pieces : block.kind === "list" ? block.items.flat() : block.rows.flat(2);
const allPieces = ({ intro, sections }: TextPage): Piece[] => [
	...intro,
	...sections.flatMap(({ blocks }) => blocks.flatMap(piecesIn)),
];
const linksIn = (page: TextPage) =>
	allPieces(page).flatMap((piece) => (typeof piece === "object" && "to" in piece ? piece.to : []));
const textOf = (page: TextPage): string =>
	[
		page.title,
		...allPieces(page).map((piece) =>
			typeof piece === "string" ? piece : "code" in piece ? piece.code : piece.text,
		),
	].join("");

it("an admin may date all texts", () => {
	const tools = {
		config: readConfig({ ...MINIMAL, LEGAL_DATE: "2025-05-13" }),
		channel: () => ({ name: "Navalhas", contactEmail: "" }),
	};
	for (const page of PAGES) expect(readLegalPage(tools, page, "en").updated).toBe("13 May 2025");
});

/** The start of the SHA-256 of each text at its last revision. */
const HASHES = { terms: "33407bf90427", privacy: "5824708a14f0", cookies: "6c9743f11ec7" };

it("each text has the date of its last revision", () => {
	const hashes = PAGES.map((name) => {
		const texts = LANGUAGES.map((language) => JSON.stringify(read(name, language, FULL)));
		return [name, createHash("sha256").update(texts.join()).digest("hex").slice(0, 12)];
	});
	expect(Object.fromEntries(hashes), "set the date in REVISIONS, then the hash here").toEqual(HASHES);
	for (const date of Object.values(REVISIONS)) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe.each(PAGES)("%s", (name) => {
	it.each([MINIMAL, FULL])("has the same structure and links in both languages", (env) => {
		const shape = (language: Language) =>
			read(name, language, env).sections.map(({ id, blocks }) => [
				id,
				blocks.map((block) =>
					block.kind === "text"
						? "text"
						: block.kind === "list"
							? block.items.length
							: block.rows.map((row) => row.length),
				),
			]);
		expect(shape("pt")).toEqual(shape("en"));
		expect(linksIn(read(name, "pt", env))).toEqual(linksIn(read(name, "en", env)));
	});

	it.each(LANGUAGES)("links to existing pages and has unique section ids: %s", (language) => {
		const page = read(name, language, FULL);
		const paths = new Set(routes.map(({ path }) => `/${path ?? ""}`));
		const inside = linksIn(page).filter((to) => to.startsWith("/"));
		expect(inside.length).toBeGreaterThan(0);
		for (const to of inside) expect(paths, to).toContain(to);
		const ids = page.sections.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it.each(LANGUAGES)("has a date, the channel's name and its contact: %s", (language) => {
		const { updated } = readLegalPage(
			{ config: readConfig(MINIMAL), channel: () => ({ name: "N", contactEmail: "" }) },
			name,
			language,
		);
		expect(updated).toMatch({ pt: /^\d+ de [a-zç]+ de \d{4}$/, en: /^\d+ [A-Z][a-z]+ \d{4}$/ }[language]);
		const page = read(name, language);
		expect(textOf(page)).toContain("Navalhas");
		expect(linksIn(page)).toContain("mailto:ola@navalhas.example");
		const unset = read(name, language, MINIMAL, { name: "Navalhas", contactEmail: "" });
		expect(linksIn(unset)).toContain("/social");
		expect(linksIn(unset).join()).not.toContain("mailto:");
	});
});

describe("the privacy text names the configured services only", () => {
	it.each(LANGUAGES)("%s", (language) => {
		const bare = textOf(read("privacy", language));
		const full = textOf(read("privacy", language, FULL));
		for (const service of ["collector.example", "StreamElements"]) {
			expect(bare).not.toContain(service);
			expect(full).toContain(service);
		}
		expect(full.length).toBeGreaterThan(bare.length);
		expect(bare).toContain("login.example");
		expect(full, "URLs may contain secrets").not.toContain("secret-path");
	});
});

describe("the cookies text", () => {
	const APP = join(import.meta.dirname, "../../../app");
	const source = (file: string) => readFileSync(join(APP, file), "utf8");
	const codesIn = (page: TextPage) =>
		allPieces(page).flatMap((piece) => (typeof piece === "object" && "code" in piece ? piece.code : []));

	it.each(LANGUAGES)("names every cookie that the code sets: %s", (language) => {
		const names = codesIn(read("cookies", language));
		const signed = [...source("site/cookies.server.ts").matchAll(/cookie<[^(]*\(\s*"([^"]+)"/g)];
		expect(signed.length).toBeGreaterThanOrEqual(4);
		for (const [, name] of signed) expect(names).toContain(name);
		for (const file of [
			"http/flash.server.ts",
			"http/other-host.server.ts",
			"social/visit-choice.server.ts",
		]) {
			expect(names).toContain(/const NAME = "([^"]+)"/.exec(source(file))?.[1]);
		}
		for (const name of ["language", "theme", "age-verified"]) expect(names).toContain(name);
		const plain = codesIn(read("cookies", language, { ...MINIMAL, APP_ORIGIN: "http://localhost:3000" }));
		for (const name of ["session", "login"]) {
			expect(names).toContain(`__Host-${name}`);
			expect(plain).toContain(name);
		}
		const kept = readdirSync(APP, { recursive: true, encoding: "utf8" })
			.filter((file) => /\.tsx?$/.test(file))
			.flatMap((file) =>
				[...source(file).matchAll(/useRememberedSwitch\("([^"]+)"\)/g)].map(([, name]) => name),
			);
		expect(kept.length).toBeGreaterThan(0);
		const [, soundKey] = /SOUND_KEY = "([^"]+)"/.exec(source("games/sound/sound-choice.ts")) ?? [];
		expect(soundKey).toBeDefined();
		expect(names, "local storage keys are named too").toEqual(
			expect.arrayContaining([...kept, "positions", soundKey]),
		);
	});
});

describe("the help page", () => {
	it("has the same content in both languages, with one main resource", () => {
		const [pt, en] = [readHelp("pt"), readHelp("en")];
		expect(pt.near.resources.map(({ key }) => key)).toEqual(en.near.resources.map(({ key }) => key));
		expect(pt.signs.items.length).toBe(en.signs.items.length);
		expect(pt.tips.items.length).toBe(en.tips.items.length);
		expect([pt.main.name, en.main.name]).toEqual(["Gambling Therapy", "Gambling Therapy"]);
		expect([pt.main.learnMore, en.main.learnMore]).toEqual(["Saber mais", "Learn more"]);
		for (const { href } of [pt.main, ...pt.near.resources]) expect(href).toMatch(/^https:\/\//);
		expect(pt.near.resources.find(({ telephone }) => telephone)?.telephone).toBe("1414");
	});
});
