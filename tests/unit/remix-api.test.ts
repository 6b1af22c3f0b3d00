import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/**
 * The APIs of Remix in use, types included. Add entries deliberately: Remix 2 is at its end of life, and each API adds
 * to the cost of migrating (docs/decisions/0020-remix-2.md).
 */
const USED: Record<string, readonly string[]> = {
	"@remix-run/node": [
		"ActionFunctionArgs",
		"EntryContext",
		"HandleErrorFunction",
		"LoaderFunctionArgs",
		"ServerBuild",
		"data",
		"redirect",
	],
	"@remix-run/react": [
		"ClientActionFunctionArgs",
		"ClientLoaderFunctionArgs",
		"FetcherWithComponents",
		"Form",
		"Link",
		"Links",
		"NavLink",
		"NavigationType",
		"Outlet",
		"RemixBrowser",
		"RemixServer",
		"Scripts",
		"ScrollRestoration",
		"ShouldRevalidateFunctionArgs",
		"isRouteErrorResponse",
		"matchRoutes",
		"useActionData",
		"useBeforeUnload",
		"useBlocker",
		"useFetcher",
		"useLoaderData",
		"useLocation",
		"useMatches",
		"useNavigate",
		"useNavigation",
		"useNavigationType",
		"useOutlet",
		"useRevalidator",
		"useRouteError",
		"useRouteLoaderData",
		"useSearchParams",
		"useSubmit",
	],
	"@remix-run/route-config": ["RouteConfig", "index", "route"],
};

/** Names that a file imports from packages of Remix, in `import`, `export from`, `import()` and import types. */
function remixImportsOf(file: string): { from: string; name: string }[] {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false);
	const found: { from: string; name: string }[] = [];
	const add = (specifier: ts.Node | undefined, names: readonly string[]) => {
		if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith("@remix-run/")) return;
		for (const name of names) found.push({ from: specifier.text, name });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) {
			const { name, namedBindings } = node.importClause ?? {};
			const named =
				namedBindings && ts.isNamedImports(namedBindings)
					? namedBindings.elements.map((element) => (element.propertyName ?? element.name).text)
					: namedBindings
						? ["*"]
						: [];
			add(node.moduleSpecifier, [...(name ? ["default"] : []), ...named]);
		} else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
			const { exportClause } = node;
			const named =
				exportClause && ts.isNamedExports(exportClause)
					? exportClause.elements.map((element) => (element.propertyName ?? element.name).text)
					: ["*"];
			add(node.moduleSpecifier, named);
		} else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
			add(node.arguments[0], ["*"]);
		} else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
			add(node.argument.literal, [
				node.qualifier && ts.isIdentifier(node.qualifier) ? node.qualifier.text : "*",
			]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

it("app/ uses only the listed APIs of Remix, and all of them", () => {
	const used: Record<string, Set<string>> = {};
	for (const file of readdirSync("app", { recursive: true, encoding: "utf8" })) {
		if (!/\.tsx?$/.test(file)) continue;
		for (const { from, name } of remixImportsOf(`app/${file}`)) {
			used[from] = (used[from] ?? new Set()).add(name);
		}
	}
	const sorted = Object.fromEntries(Object.entries(used).map(([from, names]) => [from, [...names].sort()]));
	expect(sorted).toEqual(USED);
});
