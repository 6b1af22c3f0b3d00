/** Finds acts in the source of app/. An act is a function that runs in a transaction. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** The functions that run an act, or pass it on. */
const RUNNERS: ReadonlySet<string> = new Set([
	...["transact", "withIdempotencyKey", "writeChange", "editRecord"],
	...["changeOpenHunt", "defineJob"],
]);
/** The functions that change a balance. */
const POSTS: ReadonlySet<string> = new Set(
	["post", "postAll", "postMany"].map((name) => `points/ledger/ledger#${name}`),
);
/** An act that calls one of these functions spends or earns points, or is subject to a player's limits. */
const LIMITED: ReadonlySet<string> = new Set([...POSTS, "games/limits/limits#admitStake"]);

/** A named function. */
interface Unit {
	id: string;
	/** The functions that it mentions. */
	names: Set<string>;
	/** The functions that its acts mention. */
	actNames: Set<string>;
	/** Whether it calls a runner with an act that it defines itself. */
	isAct: boolean;
	/** Whether one of its acts has an idempotency key. */
	hasKey: boolean;
}

/** `app/store/redeem/redeem.server.ts` is the module `store/redeem/redeem`. */
const moduleOf = (path: string) => path.replace(/^app\//, "").replace(/(\.server)?\.tsx?$/, "");

function pathOf(from: string, specifier: string): string | undefined {
	const path = specifier.startsWith("~/")
		? `app/${specifier.slice(2)}`
		: specifier.startsWith(".")
			? normalize(join(dirname(from), specifier))
			: undefined;
	return path && [`${path}.ts`, `${path}.tsx`].find((one) => existsSync(one));
}

/** The name of a function that is declared, or is the value of a variable, a property or a method; or of a declared job. */
function nameOf(node: ts.Node): string | undefined {
	if (ts.isObjectLiteralElement(node) && isArgument(node.parent)) return undefined;
	if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) {
		return node.name && (ts.isIdentifier(node.name) ? node.name.text : undefined);
	}
	const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
	if (!isNamed || !ts.isIdentifier(node.name)) return undefined;
	const value = node.initializer;
	if (!value) return undefined;
	const isJob =
		ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "defineJob";
	return isJob || ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? node.name.text : undefined;
}

/** Whether an object is an argument, or part of one: its functions belong to the function that passes it on. */
function isArgument(node: ts.Node): boolean {
	const { parent } = node;
	if (ts.isCallExpression(parent)) return parent.arguments.some((one) => one === node);
	return (ts.isPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent)) && isArgument(parent);
}

/** Whether an identifier is only the name of a property. */
function isPropertyName(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
	return ts.isPropertyAssignment(parent) && parent.name === node;
}

const isKey = (node: ts.Node): boolean =>
	(ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)) &&
	ts.isIdentifier(node.name) &&
	["once", "idempotencyKey"].includes(node.name.text);

function contains(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
	return test(node) || (ts.forEachChild(node, (child) => contains(child, test) || undefined) ?? false);
}

function readModule(path: string, units: Map<string, Unit>): void {
	const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
	const module = moduleOf(path);
	const imported = new Map<string, string>();
	const found: { unit: Unit; chain: string[]; raw: Set<string>; rawInActs: Set<string> }[] = [];

	function visit(node: ts.Node, current: (typeof found)[number] | undefined, isInAct: boolean): void {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
		if (ts.isImportDeclaration(node)) {
			const bindings = node.importClause?.namedBindings;
			const target = pathOf(path, (node.moduleSpecifier as ts.StringLiteral).text);
			if (!target || !bindings || !ts.isNamedImports(bindings)) return;
			for (const { name, propertyName } of bindings.elements) {
				imported.set(name.text, `${moduleOf(target)}#${(propertyName ?? name).text}`);
			}
			return;
		}
		const name = nameOf(node);
		let inner = current;
		if (name !== undefined) {
			const chain = [...(current?.chain ?? []), name];
			inner = {
				...{ chain, raw: new Set<string>(), rawInActs: new Set<string>() },
				unit: {
					...{ id: `${module}#${chain.join(".")}`, names: new Set(), actNames: new Set() },
					...{ isAct: false, hasKey: false },
				},
			};
			found.push(inner);
		}
		if (inner && ts.isIdentifier(node) && !isPropertyName(node)) {
			inner.raw.add(node.text);
			if (isInAct) inner.rawInActs.add(node.text);
		}
		let isAct = isInAct;
		if (inner && ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
			const runner = node.expression.text;
			if (RUNNERS.has(runner) && !inner.chain.some((one) => RUNNERS.has(one))) {
				isAct = true;
				inner.unit.isAct = true;
				inner.unit.hasKey ||=
					runner === "withIdempotencyKey" || node.arguments.some((one) => contains(one, isKey));
			}
		}
		ts.forEachChild(node, (child) => visit(child, inner, isAct));
	}
	visit(source, undefined, false);

	const known = new Set(found.map(({ unit }) => unit.id));
	for (const { unit, chain, raw, rawInActs } of found) {
		for (const name of raw) {
			// If two functions have this name, the innermost one is meant.
			const scopes = chain.map((_, depth) => chain.slice(0, chain.length - depth));
			const local = [
				...scopes.map((scope) => `${module}#${[...scope, name].join(".")}`),
				`${module}#${name}`,
			];
			const target = local.find((id) => known.has(id)) ?? imported.get(name);
			if (!target || target === unit.id) continue;
			unit.names.add(target);
			if (rawInActs.has(name)) unit.actNames.add(target);
		}
		units.set(unit.id, unit);
	}
}

/** The named functions of app/, by their id. */
export function readUnits(): ReadonlyMap<string, Unit> {
	const units = new Map<string, Unit>();
	const paths = readdirSync("app", { recursive: true, encoding: "utf8" }).map((name) => join("app", name));
	for (const path of paths) if (/\.tsx?$/.test(path) && !path.endsWith(".d.ts")) readModule(path, units);
	return units;
}

/** The ids of the given functions and of the functions that they call, also in modules that were not read. */
export function reachedFrom(units: ReadonlyMap<string, Unit>, ids: Iterable<string>): Set<string> {
	const reached = new Set<string>();
	const waiting = [...ids];
	for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
		if (reached.has(id)) continue;
		reached.add(id);
		waiting.push(...(units.get(id)?.names ?? []));
	}
	return reached;
}

/** The acts that spend, earn or have an idempotency key. */
export function actsToRace(units: ReadonlyMap<string, Unit>): string[] {
	const isLimited = ({ actNames }: Unit) => [...reachedFrom(units, actNames)].some((one) => LIMITED.has(one));
	return [...units.values()]
		.filter((unit) => unit.isAct && (unit.hasKey || isLimited(unit)))
		.map(({ id }) => id)
		.sort();
}

/** The functions that change a balance in the ledger. */
export const posters = (units: ReadonlyMap<string, Unit>): string[] =>
	[...units.values()]
		.filter(({ id, names }) => !POSTS.has(id) && [...names].some((name) => POSTS.has(name)))
		.map(({ id }) => id)
		.sort();
