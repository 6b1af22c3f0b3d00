import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { logCalls } from "../../support/site/log-events";

const PAGE = readFileSync("docs/operations.md", "utf8");
const rows = [...PAGE.matchAll(/^\| `([\w-]+)` \| (\w+) \| (.+) \| (.+) \|$/gm)].map(
	([, event = "", level = "", meaning = "", help = ""]) => ({ event, level, meaning, help }),
);
const calls = logCalls();

const matches = (pattern: string, event: string) =>
	new RegExp(`^${pattern.replaceAll("*", "[\\w-]+")}$`).test(event);

it("docs/operations.md has a row for every event that the code logs, with its level", () => {
	const unknown = calls.filter(
		(call) => !rows.some(({ event, level }) => matches(call.event, event) && level === call.level),
	);
	expect(unknown).toEqual([]);
});

it("docs/operations.md has no row for other events and no duplicates, in alphabetical order", () => {
	const events = rows.map(({ event }) => event);
	expect(events.filter((event) => !calls.some((call) => matches(call.event, event)))).toEqual([]);
	expect(events).toEqual([...new Set(events)].sort());
});

it("docs/operations.md has an instruction for every warning and error", () => {
	const withoutHelp = rows.filter(
		({ level, help }) => (level === "warn" || level === "error") && help === "-",
	);
	expect(withoutHelp).toEqual([]);
});

it("docs/operations.md links only to existing sections", () => {
	const sections = [...PAGE.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
		title
			.toLowerCase()
			.replace(/[^\w\s-]/g, "")
			.replaceAll(" ", "-"),
	);
	const links = [...PAGE.matchAll(/\]\(#([^)]+)\)/g)].map(([, section = ""]) => section);
	expect(links.length).toBeGreaterThan(10);
	expect(links.filter((section) => !sections.includes(section))).toEqual([]);
});
