/**
 * Answers pages that Remix has rendered before without Remix's handler, at addresses without parameters. For each request the handler
 * would match the address three times, copy the request twice for each loader, and encode the data in a stream with a timer.
 */
import type { EntryContext } from "@remix-run/node";
import { encodeAnswer } from "./single-fetch.server";

/** A page with the data of its loaders. */
export interface LoadedPage {
	status: number;
	headers: Headers;
	context: EntryContext;
	/** The data for the browser, in Remix's encoding. */
	data: string;
}

interface KnownPage {
	/** Without the data of a request. */
	context: EntryContext;
	render: (request: Request, page: LoadedPage) => Promise<Response>;
}

interface RouteModule {
	loader?: (call: { request: Request; params: object; context: object }) => unknown;
	headers?: unknown;
}

/** By path. Undefined for a page whose data only Remix can encode. */
const known = new Map<string, KnownPage | undefined>();

const modulesOf = ({ routeModules }: EntryContext) =>
	routeModules as unknown as Readonly<Record<string, RouteModule | undefined>>;

/** Keeps what Remix passes to the render of a page, without the data, so that {@link answerKnownPage} can answer its next request. */
export function rememberPage(
	{ method, url }: Request,
	{ status, context }: Pick<LoadedPage, "status" | "context">,
	render: KnownPage["render"],
): void {
	const { pathname, search } = new URL(url);
	const { staticHandlerContext, manifest, routeModules } = context;
	const { matches, location, basename, errors } = staticHandlerContext;
	const path = `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
	// An address with parameters, in another case or with more slashes differs from the path of its routes.
	if (known.has(path) || pathname !== path || /[:*?]/.test(path)) return;
	if (method !== "GET" || status !== 200 || search !== "" || errors) return;
	const ids = matches.map(({ route }) => route.id);
	if (ids.some((id) => modulesOf(context)[id]?.headers)) return;
	const only = <Value>(all: Readonly<Record<string, Value>>) =>
		Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
	const { serverHandoffStream: _, ...rest } = context;
	known.set(path, {
		context: {
			...rest,
			manifest: { ...manifest, routes: only(manifest.routes) },
			routeModules: only(routeModules),
			staticHandlerContext: {
				...{ matches, location, basename, statusCode: status, errors: null },
				...{ loaderData: {}, loaderHeaders: {}, actionData: null, actionHeaders: {}, activeDeferreds: null },
			},
		},
		render,
	});
}

/**
 * Loads and renders a page as Remix does.
 * @param url path and query of the request.
 * @param requested creates the request.
 * @returns a redirect to a path of the site if a loader throws it; undefined if Remix has to answer, which runs the loaders again: for
 * an unknown page, or if a loader fails, redirects elsewhere or returns what {@link encodeAnswer} cannot encode.
 */
export async function answerKnownPage(url: string, requested: () => Request): Promise<Response | undefined> {
	const page = known.get(url);
	if (!page) return undefined;
	try {
		const request = requested();
		const loaded = await load(page.context, request);
		if (!loaded) known.set(url, undefined);
		return loaded && (await page.render(request, loaded));
	} catch (thrown) {
		return isRedirect(thrown) ? thrown : undefined;
	}
}

/** Whether Remix would send this response as it is. */
const isRedirect = (thrown: unknown): thrown is Response =>
	thrown instanceof Response &&
	thrown.status >= 300 &&
	thrown.status < 400 &&
	/^\/(?!\/)/.test(thrown.headers.get("Location") ?? "");

async function load(context: EntryContext, request: Request): Promise<LoadedPage | undefined> {
	const { staticHandlerContext } = context;
	const modules = modulesOf(context);
	const loaded = await Promise.all(
		staticHandlerContext.matches.map(async ({ route: { id } }) => {
			const { loader } = modules[id] ?? {};
			return [id, loader ? await loader({ request, params: {}, context: {} }) : null] as const;
		}),
	);
	const headers = new Headers();
	let status = 200;
	const loaderData: Record<string, unknown> = {};
	for (const [id, result] of loaded) {
		if (result === undefined) return undefined;
		const { type, data, init } = (result ?? {}) as {
			type?: unknown;
			data: unknown;
			init: ResponseInit | null;
		};
		const isWrapped = type === "DataWithResponseInit";
		loaderData[id] = isWrapped ? data : result;
		if (!isWrapped || !init) continue;
		if (init.status !== undefined && init.status !== 200) status = init.status;
		for (const cookie of new Headers(init.headers).getSetCookie()) headers.append("Set-Cookie", cookie);
	}
	const encoded = encodeAnswer({ loaderData, actionData: null, errors: null });
	if (encoded === undefined) return undefined;
	return {
		...{ status, headers, data: encoded },
		context: {
			...context,
			staticHandlerContext: { ...staticHandlerContext, loaderData, statusCode: status },
			renderMeta: {},
		},
	};
}
