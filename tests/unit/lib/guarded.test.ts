import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { afterEach, beforeEach, expect, it } from "vitest";
import { processClock, sleepUntil } from "~/lib/clock";
import { guarded, inBackground, reportFaults } from "~/lib/guarded";

let reported: unknown[];
beforeEach(() => {
	reported = [];
	reportFaults((error) => reported.push(error));
});
afterEach(() => reportFaults((error) => console.error(error)));

const FAULT = new Error("a fault");
function fail(): never {
	throw FAULT;
}

it("a guarded function passes its arguments on, and reports what it throws", () => {
	const seen: unknown[] = [];
	guarded((...args: unknown[]) => seen.push(...args))(1, "a");
	expect(seen).toEqual([1, "a"]);
	expect(reported).toEqual([]);
	expect(guarded(fail)()).toBeUndefined();
	expect(reported).toEqual([FAULT]);
});

it("a rejection of a guarded function or of background work is reported", async () => {
	guarded(async () => fail())();
	inBackground(async () => fail());
	inBackground(fail);
	await new Promise((resolve) => setImmediate(resolve));
	expect(reported).toEqual([FAULT, FAULT, FAULT]);
});

it("a timer of the clock that throws is reported, and later timers run", async () => {
	const { now, at } = processClock;
	at(now(), fail);
	at(now(), async () => fail());
	await sleepUntil(processClock, now() + 5);
	expect(reported).toEqual([FAULT, FAULT]);
});

/** Functions of Node and of libraries that call back, with the position of the callback. */
const CALLED: Readonly<Record<string, number>> = {
	setTimeout: 0,
	setInterval: 0,
	setImmediate: 0,
	queueMicrotask: 0,
	PerformanceObserver: 0,
	subscribe: 1,
	on: 1,
	once: 1,
	addListener: 1,
	addEventListener: 1,
	onChange: 0,
};
/** Methods of these names that belong to modules of the site, and functions of a promise, which do not throw. */
const OTHERS = ["adapter.subscribe", "platformNow.subscribe", "settings.onChange"];
const HARMLESS = ["resolve", "done", "fail"];

/** The callbacks in a file that are neither guarded nor harmless, with their lines, and the promises that `void` drops. */
function unguardedIn(path: string): string[] {
	const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
	const isGuarding = (node: ts.Expression | undefined) =>
		node !== undefined && ts.isCallExpression(node) && node.expression.getText() === "guarded";
	const guardedNames = new Set<string>();
	const found: string[] = [];
	const collect = (node: ts.Node) => {
		if (ts.isVariableDeclaration(node) && isGuarding(node.initializer)) guardedNames.add(node.name.getText());
		ts.forEachChild(node, collect);
	};
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
			const callee = node.expression;
			const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
			// `once` of node:events returns a promise, and the conditions of a join have one or three arguments.
			const isMethod = ts.isPropertyAccessExpression(callee) || name !== "once";
			const at = Object.hasOwn(CALLED, name) && isMethod ? CALLED[name] : undefined;
			const callback = at === undefined ? undefined : node.arguments?.[at];
			const [first] = node.arguments ?? [];
			const isOther =
				OTHERS.includes(callee.getText()) ||
				(name === "on" && node.arguments?.length !== 2) ||
				(callee.getText() === "subscribe" && first !== undefined && !ts.isStringLiteral(first));
			const text = callback?.getText() ?? "";
			const isSafe =
				isGuarding(callback) || guardedNames.has(text) || HARMLESS.includes(text) || text === "() => {}";
			if (callback && !isOther && !isSafe) {
				found.push(
					`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${callee.getText()}`,
				);
			}
		}
		if (
			ts.isExpressionStatement(node) &&
			ts.isVoidExpression(node.expression) &&
			!node.getText().includes(".catch(")
		) {
			found.push(`${path}: ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	collect(file);
	visit(file);
	return found;
}

it("every callback of the server that Node calls is guarded, and no promise is dropped with void", () => {
	const files = readdirSync("app", { recursive: true, encoding: "utf8" })
		.map((name) => `app/${name}`)
		// A command that fails ends with its message.
		.filter((path) => !path.startsWith("app/commands/"))
		.filter((path) => /\.server\.tsx?$|^app\/(lib|routes)\/.*\.tsx?$/.test(path));
	expect(files.length).toBeGreaterThan(300);
	expect(files.flatMap(unguardedIn)).toEqual([]);
});
