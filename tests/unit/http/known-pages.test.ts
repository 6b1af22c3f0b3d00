import { data, type EntryContext, redirect } from "@remix-run/node";
import { beforeEach, expect, it } from "vitest";
import { answerKnownPage, type LoadedPage, rememberPage } from "~/http/known-pages.server";

type Loader = (call: { request: Request; params: object }) => unknown;

let path: string;
let count = 0;
beforeEach(() => {
	count += 1;
	path = `/page-${count}`;
});

const origin = "http://site.invalid";
const rendered: LoadedPage[] = [];

interface Page {
	root?: Loader | undefined;
	leaf?: Loader | undefined;
	/** Added to the module of the page. */
	module?: object;
	/** The path of the page's route. */
	pattern?: string;
	request?: Request;
	status?: number;
}

/** Remembers a page as Remix's first render does. */
function remember({ root, leaf, module, pattern = path.slice(1), request, status = 200 }: Page = {}) {
	rendered.length = 0;
	const context = {
		manifest: { routes: { root: {}, page: {}, other: {} }, version: "1" },
		routeModules: { root: { loader: root }, page: { loader: leaf, ...module }, other: {} },
		staticHandlerContext: {
			matches: [
				{ params: {}, pathname: "/", route: { id: "root", path: "" } },
				{ params: {}, pathname: path, route: { id: "page", path: pattern } },
			],
			location: { pathname: path, search: "" },
			loaderData: { root: "of the first viewer" },
			errors: null,
		},
		serverHandoffString: "{}",
	} as unknown as EntryContext;
	rememberPage(request ?? new Request(origin + path), { status, context }, async (_, page) => {
		rendered.push(page);
		return new Response("rendered");
	});
}

const answer = async (url = path) => (await answerKnownPage(url, () => new Request(origin + url)))?.text();

it("a page that Remix has rendered calls its loaders with the new request, and is rendered with their data alone", async () => {
	let asked: Request | undefined;
	remember({
		root: ({ request }) => {
			asked = request;
			return data({ viewer: "ana" }, { headers: { "Set-Cookie": "a=1", "X-Other": "1" } });
		},
		leaf: async () => ({ items: [] }),
	});
	expect(await answer()).toBe("rendered");
	expect(asked?.url).toBe(origin + path);
	const [page] = rendered;
	expect(page?.status).toBe(200);
	expect([...(page?.headers ?? [])]).toEqual([["set-cookie", "a=1"]]);
	expect(page?.context.staticHandlerContext.loaderData).toEqual({
		...{ root: { viewer: "ana" }, page: { items: [] } },
	});
	expect(Object.keys(page?.context.manifest.routes ?? {})).toEqual(["root", "page"]);
	expect(page?.data).toContain('"ana"');
	expect(JSON.stringify(page)).not.toContain("first viewer");
});

it("a route without a loader has null as data, and a loader sets the status", async () => {
	remember({ leaf: () => data(null, { status: 404 }) });
	await answer();
	expect(rendered[0]?.context.staticHandlerContext.loaderData).toEqual({ root: null, page: null });
	expect(rendered[0]?.status).toBe(404);
});

it.each<[string, Page]>([
	["that redirects to another site", { leaf: () => Promise.reject(redirect("//other.invalid")) }],
	["that throws a page", { leaf: () => Promise.reject(new Response("x", { headers: { Location: "/" } })) }],
	["that fails", { leaf: () => Promise.reject(new Error("a fault")) }],
	["that returns nothing", { leaf: () => undefined }],
	["that returns what JSON lacks", { leaf: () => ({ at: new Date(0) }) }],
	["that returns a response", { leaf: () => Response.json({}) }],
])("a page with a loader %s is left to Remix", async (_, page) => {
	remember(page);
	expect(await answer()).toBeUndefined();
	expect(rendered).toEqual([]);
});

it("a redirect of a loader to a path of the site is the answer", async () => {
	remember({ leaf: () => Promise.reject(redirect("/login", { headers: { "Set-Cookie": "to=/points" } })) });
	const sent = await answerKnownPage(path, () => new Request(origin + path));
	expect([sent?.status, ...(sent?.headers ?? [])]).toEqual([
		...[302, ["location", "/login"], ["set-cookie", "to=/points"]],
	]);
	expect(rendered).toEqual([]);
});

it.each<[string, Page | (() => Page)]>([
	["answers a form", () => ({ request: new Request(origin + path, { method: "POST" }) })],
	["has a query", () => ({ request: new Request(`${origin + path}?a=1`) })],
	["has failed", { status: 500 }],
	["has parameters", { pattern: ":id" }],
	["is written in another case", () => ({ pattern: path.slice(1).toUpperCase() })],
	["exports headers", { module: { headers: () => ({}) } }],
])("a page that %s is not remembered", async (_, page) => {
	remember(typeof page === "function" ? page() : page);
	expect(await answer()).toBeUndefined();
});

it("a request with a query is left to Remix", async () => {
	remember();
	expect(await answer(`${path}?a=1`)).toBeUndefined();
	expect(await answer()).toBe("rendered");
});
