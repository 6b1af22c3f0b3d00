import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** The kit of instant games, and the modules of games: each declares itself in its `game.server.ts`. */
const GAMES = readdirSync("app/games")
	.filter((name) => name === "instant" || existsSync(`app/games/${name}/game.server.ts`))
	.map((name) => `app/games/${name}`);

/** A layer may import the layers below it. Modules of one layer may import each other only as ALLOWED lists. */
const LAYERS: readonly (readonly string[])[] = [
	["app/routes", "app/commands", "demo"],
	["app"],
	["app/site"],
	["app/home", "app/team"],
	[
		"app/analytics",
		"app/backups",
		"app/bonus-hunt",
		"app/channel",
		"app/earning",
		"app/events",
		"app/games",
		"app/games/limits",
		...GAMES,
		"app/games/fairness",
		"app/games/lobby",
		"app/games/players",
		"app/operations",
		"app/pages",
		"app/promotions",
		"app/pwa",
		"app/settings",
		"app/setup",
		"app/slots",
		"app/social",
		"app/store",
	],
	["app/records"],
	[
		...["app/account", "app/change-log", "app/notifications", "app/pictures"],
		...["app/points", "app/storage"],
	],
	["app/announcements", "app/beacon", "app/jobs", "app/live"],
	["app/forms", "app/http", "app/i18n", "app/ui"],
	["app/lib", "app/observability"],
	["db"],
];

/** Imports between modules of one layer. */
const ALLOWED: Record<string, readonly string[]> = {
	"app/pages": ["app/channel"],
	"app/games": ["app/games/limits", "app/games/players", ...GAMES],
	"app/games/limits": ["app/games", "app/events"],
	...Object.fromEntries(
		GAMES.map((game) => [
			game,
			[
				...["app/games", "app/games/limits", "app/games/fairness", "app/games/lobby"],
				...(game === "app/games/instant" ? [] : ["app/games/instant"]),
			],
		]),
	),
	"app/games/lobby": ["app/games", "app/games/players"],
	"app/games/players": ["app/games", "app/games/lobby"],
	"app/setup": ["app/settings"],
	"app/earning": ["app/games/limits", "app/channel"],
	"app/events": [
		...[
			"app/bonus-hunt",
			"app/channel",
			"app/earning",
			"app/games",
			"app/games/fairness",
			"app/games/limits",
		],
		...["app/games/lobby", "app/games/players", "app/slots", "app/store"],
	],
	"app/account": ["app/pictures", "app/points"],
	"app/points": ["app/account", "app/change-log", "app/notifications"],
	"app/announcements": ["app/jobs", "app/live"],
	"app/jobs": ["app/live"],
	"app/forms": ["app/http", "app/i18n"],
	"app/http": ["app/i18n"],
	"app/ui": ["app/i18n"],
	"app/observability": ["app/lib"],
};

const MODULES = new Set(LAYERS.flat());
const files = ["app", "db", "demo"]
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
	)
	.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
const known = new Set(files);

function moduleOf(file: string): string {
	if (file.startsWith("db/")) return "db";
	if (file.startsWith("demo/")) return "demo";
	const folders = dirname(file).split("/");
	const depth = folders[1] === "games" && MODULES.has(folders.slice(0, 3).join("/")) ? 3 : 2;
	return folders.slice(0, depth).join("/");
}

const layerOf = (module: string) => LAYERS.findIndex((layer) => layer.includes(module));

/** The file that an import refers to; undefined for a package, a picture or a generated module. */
function fileNamed(from: string, name: string): string | undefined {
	const path = name.startsWith("~/")
		? `app/${name.slice(2)}`
		: name.startsWith(".")
			? normalize(join(dirname(from), name))
			: name;
	return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => known.has(one));
}

interface Edge {
	from: string;
	to: string;
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
const edges: Edge[] = files.flatMap((from) =>
	(imports.get(from) ?? []).flatMap(({ name, isTypeOnly }) => {
		const to = fileNamed(from, name);
		return to ? [{ from, to, isTypeOnly }] : [];
	}),
);
const show = ({ from, to }: Edge) => `${from} → ${to}`;

/** The first import cycle found, type imports included. */
function findCycle(): string[] | undefined {
	const importsByFile = new Map<string, string[]>();
	for (const { from, to } of edges) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to]);
	const done = new Set<string>();
	const walk = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const to of importsByFile.get(file) ?? []) {
			const cycle = walk(to, [...path, file]);
			if (cycle) return cycle;
		}
		done.add(file);
		return undefined;
	};
	for (const file of files) {
		const cycle = walk(file, []);
		if (cycle) return cycle;
	}
	return undefined;
}

const filesThatUse = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8")));

describe("imports between modules", () => {
	it("are detected", () => {
		expect(edges.length).toBeGreaterThan(1500);
		expect(edges).toContainEqual({ from: "app/routes/store.tsx", to: "app/root.tsx", isTypeOnly: true });
	});

	it("connect only modules that have a layer", () => {
		const modules = new Set(files.map(moduleOf));
		expect([...modules].filter((module) => layerOf(module) < 0)).toEqual([]);
	});

	it("never go from a lower to a higher layer, type imports included", () => {
		const upward = edges.filter(({ from, to }) => layerOf(moduleOf(to)) < layerOf(moduleOf(from)));
		expect(upward.map(show)).toEqual([]);
	});

	it("go to another module of the same layer only if ALLOWED lists them", () => {
		const sideways = edges.filter(({ from, to }) => {
			const [a, b] = [moduleOf(from), moduleOf(to)];
			return a !== b && layerOf(a) === layerOf(b) && !ALLOWED[a]?.includes(b);
		});
		expect(sideways.map(show)).toEqual([]);
	});

	it("form no import cycle, type imports included", () => {
		expect(findCycle()).toBeUndefined();
	});
});

describe("files", () => {
	it("contain SQL only in query and audit modules", () => {
		const withSql = filesThatUse(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/);
		expect(
			withSql.filter((file) => !/^db\/|^demo\/content\/|\.(queries|audit)\.server\.ts$/.test(file)),
		).toEqual([]);
	});

	it("write to the database only with the `trx` of an act of transact", () => {
		const writes =
			/([\w)\]]+)\s*\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto|transaction|startTransaction)\(/g;
		const wrong = files
			.filter((file) => file.startsWith("app/"))
			.flatMap((file) =>
				[...readFileSync(file, "utf8").matchAll(writes)]
					.filter(([, on]) => on !== "trx")
					.map(([call]) => `${file}: ${call}`),
			);
		expect(wrong).toEqual([]);
		const inApp = (pattern: RegExp) => filesThatUse(pattern).filter((file) => file.startsWith("app/"));
		expect(inApp(/\btrx\??: (?!Trx\b(?! \|))/)).toEqual([]);
		// Their statements are executed with `trx`.
		expect(inApp(/\b(insert into \w+ \(|update \w+ set|delete from)\b/)).toEqual([
			"app/events/tournaments/tournaments.queries.server.ts",
			"app/points/ledger/ledger.queries.server.ts",
		]);
	});

	it("name a database engine only in db/", () => {
		const outside = files.filter((file) => !file.startsWith("db/"));
		const importing = outside.flatMap((file) =>
			(imports.get(file) ?? [])
				.filter(({ name }) => /^db\/(sqlite|postgres)|^(better-sqlite3|pg)$/.test(name))
				.map(({ name }) => `${file}: ${name}`),
		);
		expect(importing).toEqual([]);
		const ofEngine = /\b(pragma|sqlite_master|better-sqlite3|rowid|json_extract|json_set|pg_catalog)\b/i;
		expect(filesThatUse(ofEngine).filter((file) => file.startsWith("app/"))).toEqual([]);
	});

	it("of the server do not import the web framework, except for the listed ones", () => {
		const withFramework = files.filter(
			(file) =>
				/\.server\.ts$/.test(file) &&
				(imports.get(file) ?? []).some(({ name }) => /^(@remix-run\/(node|react)|react)$/.test(name)),
		);
		// Actions, Remix's pages and handlers, and the icons of the navigation.
		expect(withFramework).toEqual([
			"app/forms/create-action.server.ts",
			"app/http/known-pages.server.ts",
			"app/http/route-branches.server.ts",
			"app/site/pages.server.ts",
		]);
	});

	it("of the browser import only types from server files", () => {
		const leaking = edges.filter(
			({ from, to, isTypeOnly }) =>
				!isTypeOnly &&
				/\.server\.tsx?$/.test(to) &&
				!/\.server\.tsx?$/.test(from) &&
				!/^(app\/(routes|commands)\/|app\/(root|entry|routes)|db\/|demo\/)/.test(from),
		);
		expect(leaking.map(show)).toEqual([]);
	});

	it("format numbers and times in the reader's language, not in a fixed one or that of the browser", () => {
		const fixed = /\bformat[A-Z]\w*\([^()]*(\([^()]*\)[^()]*)*, "(pt|en)"/;
		expect(filesThatUse(fixed).filter((file) => file.startsWith("app/"))).toEqual([
			// A terminal.
			"app/commands/site-checks.server.ts",
		]);
		expect(filesThatUse(/\.toLocale\w*String\(/).filter((file) => file.startsWith("app/"))).toEqual([]);
	});

	it("use neither Math.random nor process.env, except for the listed ones", () => {
		// Randomised retry delays and the choice among equivalent drop animations. Neither decides a result.
		expect(filesThatUse(/Math\.random/).sort()).toEqual([
			"app/earning/twitch/socket.server.ts",
			"app/games/plinko/screen/board/drop-index.ts",
			"app/jobs/runner.server.ts",
			"app/live/connection.ts",
			"app/live/hub.server.ts",
			"app/live/reload-while.ts",
			"db/postgres/transact.ts",
		]);
		// The example content and the programs of PostgreSQL are separate programs.
		expect(filesThatUse(/process\.env\b/).sort()).toEqual([
			"app/lib/config.server.ts",
			"db/postgres/copies.ts",
			"demo/content/seed.ts",
		]);
	});
});

it("a page with an action reads its data again after a refusal, and stays when the site does not answer", () => {
	const pages = readdirSync("app/routes")
		.map((name) => [name, readFileSync(`app/routes/${name}`, "utf8")] as const)
		.filter(([, text]) => /^export const action\b/m.test(text) && /^export default /m.test(text));
	expect(pages.length).toBeGreaterThan(20);
	for (const [name, text] of pages) {
		expect(text, name).toMatch(/answerWhenOffline as clientAction, shouldRevalidate \} from/);
	}
});

it("an action is made by createAction or chooses one, so that it acts once although two ways of a request may call it", () => {
	const actions = readdirSync("app/routes").flatMap((name) => {
		const [definition] =
			/^export\b.*\baction\b(?! as ).*/m.exec(readFileSync(`app/routes/${name}`, "utf8")) ?? [];
		return definition && !definition.includes("clientAction") ? [{ name, definition }] : [];
	});
	expect(actions.length).toBeGreaterThan(30);
	const isMade = /^export const action = (createAction\(|\(args: ActionFunctionArgs\) =>)/;
	expect(actions.filter(({ definition }) => !isMade.test(definition)).map(({ name }) => name)).toEqual([
		// Its path has a splat, so only Remix calls it.
		"api.v1.ts",
		"team.tsx",
	]);
});

it("rate limits that count over all processes have different names, because a channel between processes has one listener", () => {
	const names = readdirSync("app/routes").flatMap((name) =>
		[...readFileSync(`app/routes/${name}`, "utf8").matchAll(/sharedAs: "([^"]+)"/g)].map(
			([, shared]) => shared,
		),
	);
	expect(names.length).toBeGreaterThan(4);
	expect(names).toEqual([...new Set(names)]);
});
