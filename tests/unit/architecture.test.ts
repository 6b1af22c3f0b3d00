import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Each storey may import those below it; within one the rooms know nothing of each other, but for NEIGHBOURS. */
const STOREYS: readonly (readonly string[])[] = [
	["app/routes", "app/commands", "db/seeds"],
	["app"],
	[
		"app/analytics",
		"app/backups",
		"app/bonus-hunt",
		"app/channel",
		"app/games",
		"app/games/care",
		"app/games/crash",
		"app/games/fairness",
		"app/games/lobby",
		"app/games/players",
		"app/games/plinko",
		"app/operations",
		"app/pages",
		"app/promotions",
		"app/slots",
		"app/social",
		"app/store",
	],
	["app/account", "app/points", "app/live", "app/pictures"],
	["app/ui"],
	["app/platform", "app/i18n"],
	["db"],
];

/** The arrows between rooms of one storey. */
const NEIGHBOURS: Record<string, readonly string[]> = {
	"app/pages": ["app/channel"],
	"app/games": ["app/games/care", "app/games/players"],
	"app/games/crash": ["app/games", "app/games/care", "app/games/fairness", "app/games/lobby"],
	"app/games/plinko": ["app/games", "app/games/care", "app/games/fairness", "app/games/lobby"],
	"app/games/lobby": ["app/games/players"],
	"app/games/players": ["app/games/lobby"],
	"app/account": ["app/points"],
	"app/points": ["app/account", "app/live"],
	"app/platform": ["app/i18n"],
};

const files = ["app", "db"]
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
	)
	.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
const known = new Set(files);
const SEED = /^db\/seed/;

function roomOf(file: string): string {
	if (SEED.test(file)) return "db/seeds";
	if (file.startsWith("db/")) return "db";
	const folders = dirname(file).split("/");
	return folders.slice(0, folders[1] === "games" ? 3 : 2).join("/");
}

const storeyOf = (room: string) => STOREYS.findIndex((storey) => storey.includes(room));

/** The file that an import names; undefined for a package, a picture or a module that the build makes. */
function fileNamed(from: string, name: string): string | undefined {
	const path = name.startsWith("~/")
		? `app/${name.slice(2)}`
		: name.startsWith(".")
			? normalize(join(dirname(from), name))
			: name;
	return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => known.has(one));
}

interface Arrow {
	from: string;
	to: string;
	/** Gone once the types are. */
	isTypeOnly: boolean;
}

/** Imports, re-exports and `import()` of a file. */
function importsOf(file: string): { name: string; isTypeOnly: boolean }[] {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false);
	const found: { name: string; isTypeOnly: boolean }[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
			const { importClause } = node;
			const named = importClause?.namedBindings;
			const eachIsType =
				!importClause?.name &&
				named !== undefined &&
				ts.isNamedImports(named) &&
				named.elements.length > 0 &&
				named.elements.every((element) => element.isTypeOnly);
			found.push({
				name: node.moduleSpecifier.text,
				isTypeOnly: importClause?.isTypeOnly === true || eachIsType,
			});
		} else if (
			ts.isExportDeclaration(node) &&
			node.moduleSpecifier &&
			ts.isStringLiteral(node.moduleSpecifier)
		) {
			found.push({ name: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly });
		} else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
			const [argument] = node.arguments;
			if (argument && ts.isStringLiteral(argument)) found.push({ name: argument.text, isTypeOnly: false });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));
const arrows: Arrow[] = files.flatMap((from) =>
	(imports.get(from) ?? []).flatMap(({ name, isTypeOnly }) => {
		const to = fileNamed(from, name);
		return to ? [{ from, to, isTypeOnly }] : [];
	}),
);
const told = ({ from, to }: Arrow) => `${from} → ${to}`;

/** A circle of files that need each other to load, the first that is found. */
function findCircle(): string[] | undefined {
	const needs = new Map<string, string[]>();
	for (const { from, to, isTypeOnly } of arrows) {
		if (!isTypeOnly) needs.set(from, [...(needs.get(from) ?? []), to]);
	}
	const done = new Set<string>();
	const walk = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const to of needs.get(file) ?? []) {
			const circle = walk(to, [...path, file]);
			if (circle) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const file of files) {
		const circle = walk(file, []);
		if (circle) return circle;
	}
	return undefined;
}

const filesThatUse = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8")));

describe("the arrows between the rooms", () => {
	it("sees the imports", () => {
		expect(arrows.length).toBeGreaterThan(1500);
		expect(arrows).toContainEqual({ from: "app/routes/store.tsx", to: "app/root.tsx", isTypeOnly: true });
	});

	it("has a storey for every room", () => {
		const rooms = new Set(files.map(roomOf));
		expect([...rooms].filter((room) => storeyOf(room) < 0)).toEqual([]);
	});

	it("never climb", () => {
		const climbing = arrows.filter(({ from, to }) => storeyOf(roomOf(to)) < storeyOf(roomOf(from)));
		expect(climbing.map(told)).toEqual([]);
	});

	it("go from one room to its neighbour only where that is agreed", () => {
		const strange = arrows.filter(({ from, to }) => {
			const [a, b] = [roomOf(from), roomOf(to)];
			return a !== b && storeyOf(a) === storeyOf(b) && !NEIGHBOURS[a]?.includes(b);
		});
		expect(strange.map(told)).toEqual([]);
	});

	it("agree on no arrow that nobody needs", () => {
		const used = new Set(arrows.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`));
		const agreed = Object.entries(NEIGHBOURS).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`));
		expect(agreed.filter((arrow) => !used.has(arrow))).toEqual([]);
	});

	it("close no circle of files", () => {
		expect(findCircle()).toBeUndefined();
	});
});

describe("each file in its room", () => {
	it("leaves SQL to the queries, the audits and the platform's own", () => {
		const speakSql = filesThatUse(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/);
		expect(
			speakSql.filter(
				(file) => !/^db\/|\.(queries|audit)\.server\.ts$|^app\/platform\/.*\.server\.ts$/.test(file),
			),
		).toEqual([]);
	});

	it("keeps the web's framework out of what serves the features", () => {
		const framed = files.filter(
			(file) =>
				/\.server\.ts$/.test(file) &&
				(imports.get(file) ?? []).some(({ name }) => /^(@remix-run\/(node|react)|react)$/.test(name)),
		);
		// The one way in for writes, the label of a page, which is a route's address, and the routes of a page.
		expect(framed).toEqual([
			"app/analytics/page-label.server.ts",
			"app/forms/create-action.server.ts",
			"app/http/page-routes.server.ts",
		]);
	});

	it("lets the browser's files know the server's by their types only", () => {
		const leaking = arrows.filter(
			({ from, to, isTypeOnly }) =>
				!isTypeOnly &&
				/\.server\.tsx?$/.test(to) &&
				!/\.server\.tsx?$/.test(from) &&
				!/^(app\/(routes|commands)\/|app\/(root|entry|routes)|db\/)/.test(from),
		);
		expect(leaking.map(told)).toEqual([]);
	});

	it("leaves chance to node:crypto, the settings to their reader", () => {
		// How long to wait, so that not all come back at once, and which of many alike drops is shown: no outcome.
		expect(filesThatUse(/Math\.random/).sort()).toEqual([
			"app/bonus-hunt/screen/reader.ts",
			"app/games/plinko/screen/board/drop-queue.ts",
			"app/live/connection.ts",
			"app/live/hub.server.ts",
			"app/store/redeem-bot/redeem-bot.server.ts",
		]);
		// The example content is a program of its own.
		expect(filesThatUse(/process\.env\b/)).toEqual(["app/lib/config.server.ts", "db/seed.ts"]);
	});
});
