import { DomainError } from "~/forms/domain-error";

/** The platforms whose account ids an import reads; a type of earning has the same ids. */
export type AccountPlatform = "twitch" | "kick";

/** Which columns of a file say what, by their index. */
export interface Columns {
	/** The program whose export it is; undefined for the site's own columns. */
	source: string | undefined;
	/** The id of a user of this site, if there is such a column. */
	id: number | undefined;
	/** The account on each platform, by preference. A name without a platform has no id. */
	people: readonly {
		platform: AccountPlatform | undefined;
		id: number | undefined;
		name: number | undefined;
	}[];
	points: number;
	/** Whether the first line is the first record, because the file has no column names. */
	isHeadless: boolean;
}

interface Format {
	source: string;
	/** @param first the first record after the names. */
	is(names: readonly string[], first: readonly string[]): boolean;
	people: readonly { platform?: AccountPlatform; id?: string; name: string }[];
	/** Columns that cannot be the points, whose column has the name of a currency. Undefined if it is called `points`. */
	others?: RegExp;
}

const has = (names: readonly string[], ...wanted: string[]) => wanted.every((name) => names.includes(name));

/** Names for the column with the user's name, by preference. */
const NAMES = ["username", "name", "user"] as const;

/**
 * The exports of other programs, by their column names in lower case. Mix It Up and Firebot name the column of points
 * after the currency; both contain the ids of accounts.
 */
const FORMATS: readonly Format[] = [
	{
		source: "Mix It Up",
		is: (names) => has(names, "mixitupid"),
		people: [
			{ platform: "twitch", id: "twitchid", name: "twitchusername" },
			{ platform: "kick", id: "kickid", name: "kickusername" },
		],
		others:
			/^(mixitupid|(twitch|youtube|trovo|kick|glimesh|facebook|mixer)(id|username)|minutes|customtitle|total.*|lastseen)$/,
	},
	{
		source: "Firebot",
		is: (names, [id = ""]) =>
			names[0] === "id" && names[1] === "username" && (/^\d+$/.test(id) || !has(names, "points")),
		people: [{ platform: "twitch", id: "id", name: "username" }],
		others: /^(id|username|email|join date|last seen|minutes in channel|chat messages)$/,
	},
	{
		source: "PhantomBot",
		is: (names) => has(names, "username", "seconds", "points"),
		people: [{ name: "username" }],
	},
	{
		source: "Streamlabs",
		is: (names) =>
			has(names, "points") &&
			["rank", "hours", "time_watched", "watchtimeminutes"].some((one) => has(names, one)),
		people: NAMES.map((name) => ({ name })),
	},
	{
		source: "StreamElements",
		is: (names) =>
			has(names, "points") && names.some((name) => /^watch ?time\b|^(points)?all-?time/.test(name)),
		people: NAMES.map((name) => ({ name })),
	},
];

/** The programs whose exports are read. */
export const SOURCES: readonly string[] = FORMATS.map(({ source }) => source).toSorted();

const isNumber = (text = "") => /^\d+$/.test(text.trim());

/**
 * StreamElements' file of points, which has no column names: name, Twitch id or nothing, points, points of all time,
 * minutes watched.
 */
const isStreamElements = (record: readonly string[]) =>
	record.length === 5 && !isNumber(record[0]) && [2, 3, 4].every((at) => isNumber(record[at]));

/**
 * Finds out which columns of a file say what, from the column names in its first line.
 * @throws {DomainError} `importColumns` if there is no column of points or of people, or two have the same name;
 * `importWhichPoints` if several may be the points.
 */
export function columnsOf(head: readonly string[], first: readonly string[] = []): Columns {
	if (isStreamElements(head)) {
		const people = [{ platform: "twitch", id: 1, name: 0 }] as const;
		return { source: "StreamElements", id: undefined, people, points: 2, isHeadless: true };
	}
	const names = head.map((name) => name.trim().toLowerCase());
	const at = (name: string | undefined) => {
		const index = name === undefined ? -1 : names.indexOf(name);
		if (index !== names.lastIndexOf(name ?? "")) throw new DomainError("importColumns");
		return index < 0 ? undefined : index;
	};
	const format = FORMATS.find(({ is }) => is(names, first));
	const id = format ? undefined : at("id");
	const people = (format?.people ?? NAMES.map((name) => ({ name, id: undefined, platform: undefined })))
		.map((one) => ({ platform: one.platform, id: at(one.id), name: at(one.name) }))
		.filter((one) => one.id !== undefined || one.name !== undefined);
	const points = at("points") ?? currencyIn(names, format?.others);
	if (points === undefined || (id === undefined && people.length === 0))
		throw new DomainError("importColumns");
	return { source: format?.source, id, people, points, isHeadless: false };
}

function currencyIn(names: readonly string[], others: RegExp | undefined): number | undefined {
	if (!others) return undefined;
	const found = names.filter((name) => name !== "" && !others.test(name));
	if (found.length > 1)
		throw new DomainError("importWhichPoints", { columns: found.join(", ").slice(0, 200) });
	return found[0] === undefined ? undefined : names.indexOf(found[0]);
}
