/** Requests the page that is being opened as a document. */
function requestDocument(): boolean {
	const { location, formMethod } = window.__remixRouter.state.navigation;
	if (!location || (formMethod && formMethod !== "GET")) return false;
	window.location.assign(location.pathname + location.search + location.hash);
	return true;
}

/**
 * Opens a page as a document when a click cannot load one of its files, for example because a list blocks it or the site has
 * been updated. Remix would reload the present page for a script, and show the page without its style sheet.
 */
export function openFailedPagesAsDocuments() {
	const forever = new Promise<never>(() => {});
	const guard = (routes: typeof window.__remixRouter.routes) => {
		for (const route of routes) {
			const { lazy, children } = route;
			const address = window.__remixManifest.routes[route.id]?.module;
			if (lazy && address) {
				route.lazy = async () => {
					const failed = await import(/* @vite-ignore */ address).then(() => false, requestDocument);
					return failed ? forever : lazy();
				};
			}
			if (children) guard(children);
		}
	};
	guard(window.__remixRouter.routes);
	document.addEventListener(
		"error",
		(event) => {
			// Remix waits for the style sheets of the page that it opens.
			if (event.target instanceof HTMLLinkElement && requestDocument()) event.stopPropagation();
		},
		true,
	);
}
