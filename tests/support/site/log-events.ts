import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

const LEVELS = new Set(["debug", "info", "warn", "error"]);

export interface LogCall {
	level: string;
	/** The event's name, with `*` for placeholders. */
	event: string;
	/** Path and line. */
	at: string;
}

/** Every call in app/ that logs an event. */
export function logCalls(): LogCall[] {
	return readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name))
		.flatMap((name) => callsIn(`app/${name}`));
}

function callsIn(path: string): LogCall[] {
	const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
	const found: LogCall[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node)) {
			const about = eventIn(node.arguments[0]);
			const level = levelOf(node.expression);
			const { line } = file.getLineAndCharacterOfPosition(node.getStart());
			for (const event of about && level ? namesOf(about) : []) {
				found.push({ level: level ?? "", event, at: `${path}:${line + 1}` });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** The `event` property of an object literal. */
function eventIn(about: ts.Expression | undefined): ts.Expression | undefined {
	if (!about || !ts.isObjectLiteralExpression(about)) return undefined;
	for (const property of about.properties) {
		if (ts.isPropertyAssignment(property) && property.name.getText() === "event") return property.initializer;
	}
	return undefined;
}

/** The level of `log.warn` and `this.tools.log.warn`; "any" for `log[level]`. */
function levelOf(callee: ts.Expression): string | undefined {
	const isLog = (log: ts.Expression) => /(^|\.)log$/.test(log.getText());
	if (ts.isPropertyAccessExpression(callee)) {
		return isLog(callee.expression) && LEVELS.has(callee.name.text) ? callee.name.text : undefined;
	}
	return ts.isElementAccessExpression(callee) && isLog(callee.expression) ? "any" : undefined;
}

function namesOf(event: ts.Expression): string[] {
	if (ts.isStringLiteral(event) || ts.isNoSubstitutionTemplateLiteral(event)) return [event.text];
	if (ts.isConditionalExpression(event)) return [...namesOf(event.whenTrue), ...namesOf(event.whenFalse)];
	if (ts.isTemplateExpression(event)) {
		return [event.head.text + event.templateSpans.map(({ literal }) => `*${literal.text}`).join("")];
	}
	throw new TypeError(`Not the name of an event: ${event.getText()}`);
}
