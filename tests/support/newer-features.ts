import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseAst } from "vite";
import { OLDEST_BROWSERS } from "~/ui/start/oldest-browsers";

type Browser = keyof typeof OLDEST_BROWSERS;
const BROWSERS = Object.keys(OLDEST_BROWSERS) as Browser[];

/** The parts of MDN's browser compatibility data that are used here. */
interface Support {
	version_added: string | false;
	version_removed?: string;
	partial_implementation?: true;
	flags?: unknown;
	prefix?: string;
	alternative_name?: string;
}
interface Feature {
	__compat?: { support: Record<Browser, Support | Support[] | undefined> };
	[part: string]: unknown;
}
type Features = Record<string, Record<string, Feature>>;

const data = JSON.parse(
	readFileSync(createRequire(import.meta.url).resolve("@mdn/browser-compat-data"), "utf8"),
);
/** The members of interfaces and built-in objects. */
const TYPES: Features = { ...data.api, ...data.javascript.builtins, ...data.javascript.builtins.Intl };

/** The first version with a feature, complete or not; Infinity if the browser does not have it. */
function firstVersion(feature: Feature, browser: Browser): number {
	const versions = [feature.__compat?.support[browser] ?? []]
		.flat()
		.filter((one) => !one.flags && !one.prefix && !one.alternative_name)
		.filter((one) => !one.version_removed || one.partial_implementation)
		.map((one) => Number.parseFloat(String(one.version_added).replace("≤", "")));
	return Math.min(...versions.filter((version) => !Number.isNaN(version)));
}

/** The first version of each browser that has all the members, given as type and name. */
export const firstVersionsWith = (
	members: readonly (readonly [type: string, name: string])[],
): Record<string, string> =>
	Object.fromEntries(
		BROWSERS.map((browser) => [
			browser,
			String(Math.max(...members.map(([type, name]) => firstVersion(TYPES[type]?.[name] ?? {}, browser)))),
		]),
	);

/** Whether all browsers have the feature now, but not all of the oldest ones. */
function isNewer(feature: Feature): boolean {
	const versions = BROWSERS.map((browser) => firstVersion(feature, browser));
	return (
		versions.every((version) => version < Number.POSITIVE_INFINITY) &&
		BROWSERS.some((browser, at) => (versions[at] ?? 0) > Number(OLDEST_BROWSERS[browser]))
	);
}

/** Whether a member of a type is newer, such as `Object.groupBy`. */
const members = new Map<string, boolean>();
/** Whether every member of a name is newer, such as `toSorted`. */
const names = new Map<string, boolean>();
for (const [type, features] of Object.entries(TYPES)) {
	for (const [key, feature] of Object.entries(features)) {
		if (!feature.__compat || key.endsWith("_event")) continue;
		const name = key.replace(/_static$/, "");
		const isNew = isNewer(feature);
		members.set(`${type}.${name}`, isNew);
		names.set(name, (names.get(name) ?? true) && isNew);
	}
}

interface SyntaxNode {
	type: string;
	name?: string;
	object?: SyntaxNode;
	property?: SyntaxNode;
	callee?: SyntaxNode;
	computed?: boolean;
	optional?: boolean;
}

/**
 * Finds in a script the calls and constructors of the library that one of the oldest browsers does not have. An optional
 * call is none: `element.hidePopover?.()`. A name that an older member has too is not recognised, such as `map`.
 */
export function newerCalls(script: string): string[] {
	const found = new Set<string>();
	const visit = (node: SyntaxNode | undefined, isCalled = false): void => {
		if (!node || typeof node !== "object") return;
		const { type, object, property, callee, optional } = node;
		if (type === "MemberExpression" && property?.name && !node.computed) {
			const member = `${object?.name}.${property.name}`;
			if (members.get(member) ?? (isCalled && names.get(property.name)))
				found.add(members.has(member) ? member : property.name);
		}
		if (type === "NewExpression" && TYPES[callee?.name ?? ""] && isNewer(TYPES[callee?.name ?? ""] as never))
			found.add(`new ${callee?.name}`);
		for (const child of Object.values(node)) {
			for (const one of [child].flat()) visit(one, one === callee && type === "CallExpression" && !optional);
		}
	};
	visit(parseAst(script) as unknown as SyntaxNode);
	return [...found].sort();
}
