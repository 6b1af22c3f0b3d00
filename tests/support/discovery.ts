/** Crawls a running site by its links, and records every form. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, type ServedForm, type ServedPage } from "./browser/served-page";

export interface FoundForm extends ServedForm {
	/** Equal for forms that do the same to different records. */
	key: string;
	/** The page with the form. */
	page: string;
	/** The route that the form posts to. */
	route: string;
	/** The name of the submit button, if it has one. */
	button: { name: string; value: string } | undefined;
}

export interface Discovery {
	forms: FoundForm[];
	/** Path and query of every page that was read. */
	pages: string[];
	/** The names of all search parameters that links and forms have. */
	parameters: Set<string>;
}

type RouteOf = (pathname: string) => string | undefined;

const RANDOM_PART = /[0-9a-f]{8}-[0-9a-f-]{27}|\b\d+\b|\bexample-[\w-]+/g;
/** Maximum numbers of pages: of URLs that differ only in an id, and of one route with different search parameters. */
const LIMITS = { similar: 2, perRoute: 4 };

/**
 * @param starts additional paths, which may not be linked.
 * @param onPage is called with every page.
 */
export async function discover(
	site: { readonly origin: string },
	cookie: string,
	routeOf: RouteOf,
	starts: readonly string[],
	onPage?: (page: ServedPage, path: string) => void,
): Promise<Discovery> {
	const waiting = [...starts];
	const seen = new Set<string>();
	const similar = new Map<string, number>();
	const count = (kind: string) => similar.get(kind) ?? 0;
	const forms = new Map<string, FoundForm>();
	const pages: string[] = [];
	const parameters = new Set<string>();
	for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
		const { pathname, searchParams } = new URL(path, site.origin);
		const route = routeOf(pathname) ?? "";
		const kind = `${route} ${[...searchParams.keys()].sort()}`;
		const isLimitReached = count(kind) >= LIMITS.similar || count(route) >= LIMITS.perRoute;
		if (seen.has(path) || isLimitReached) continue;
		seen.add(path);
		for (const name of searchParams.keys()) parameters.add(name);
		const response = await fetch(site.origin + path, {
			headers: { cookie, accept: "text/html" },
			redirect: "manual",
		});
		if (!response.headers.get("content-type")?.startsWith("text/html")) {
			await response.body?.cancel();
			continue;
		}
		similar.set(kind, count(kind) + 1);
		if (kind !== route) similar.set(route, count(route) + 1);
		const page = readPage(await response.text(), site.origin + path);
		pages.push(path);
		onPage?.(page, path);
		waiting.push(...page.links);
		for (const form of page.forms) {
			if (form.method === "get") for (const { name } of form.fields) parameters.add(name);
		}
		for (const form of formsOn(page, path, routeOf)) if (!forms.has(form.key)) forms.set(form.key, form);
	}
	return { forms: [...forms.values()], pages, parameters };
}

/** A form with several buttons counts as several forms. */
export function formsOn({ forms }: ServedPage, path: string, routeOf: RouteOf): FoundForm[] {
	return forms.flatMap((form) => {
		const { method, action } = form;
		const buttons = form.buttons.length > 0 ? form.buttons : [{ name: "", value: "", action, method }];
		return buttons.map(({ action, method, name, value }) => {
			const route = routeOf(action.replace(/\?.*/, "")) ?? "";
			const button = name ? { name, value } : undefined;
			const intent = form.fields.find((field) => field.name === "intent")?.value ?? "";
			const names = form.fields.map((field) => field.name).join(",");
			const key = `${route} ${method} ${intent} ${names} ${name}=${value}`;
			return {
				...form,
				action,
				method,
				page: path,
				route,
				button,
				key: key.replaceAll(RANDOM_PART, "#"),
			};
		});
	});
}

/** The names that the code reads from maps by literal; search parameters are among them. */
export function parametersInCode(): string[] {
	return readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => /\.tsx?$/.test(file))
		.flatMap((file) => [
			...readFileSync(join("app", file), "utf8").matchAll(/\.(?:get|has|getAll)\("([\w-]+)"\)/g),
		])
		.map(([, name = ""]) => name);
}
