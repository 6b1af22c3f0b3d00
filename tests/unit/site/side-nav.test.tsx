import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";
import type { AdminCountsUpdate } from "~/store/admin-counts";
import { DocumentContext, type Inputs } from "~/ui/shell/document-context";
import { SideNav } from "~/ui/shell/side-nav";

const ENTRY = { to: "/orders", label: "Orders", icon: "", forTeam: true, count: "waitingOrders" } as const;

/** What the piece of the navigation is rendered from, on a page of the team. */
function inputsOf(counts: AdminCountsUpdate): string {
	let inputs: Inputs = [];
	const open = (by: Inputs) => {
		inputs = by;
		return { piece: "", places: [], own: () => "" };
	};
	const page = () => (
		<DocumentContext.Provider value={{ pieces: { open } }}>
			<SideNav entries={[ENTRY]} counts={counts} />
		</DocumentContext.Provider>
	);
	const context = {
		manifest: { routes: { root: { id: "root", path: "" } } },
		routeModules: { root: { default: page } },
		staticHandlerContext: {
			...{ matches: [{ params: {}, pathname: "/", pathnameBase: "/", route: { id: "root", path: "" } }] },
			...{ location: { pathname: "/", search: "", hash: "", key: "default", state: null } },
			...{ loaderData: {}, errors: null, basename: "/" },
		},
		...{ serverHandoffString: "{}", future: {}, isSpaMode: false },
	} as unknown as EntryContext;
	renderToString(
		<I18nextProvider i18n={i18nIn("en")}>
			<RemixServer context={context} url="http://site.invalid/" />
		</I18nextProvider>,
	);
	return JSON.stringify(inputs);
}

it("the team shares the navigation while its counts are the same, whenever they were read", () => {
	const counts = { waitingOrders: 3, failures: 0, at: 1 };
	expect(inputsOf({ ...counts, at: 2 })).toBe(inputsOf(counts));
	expect(inputsOf({ ...counts, failures: 1 })).not.toBe(inputsOf(counts));
	expect(inputsOf({ ...counts, waitingOrders: 4 })).not.toBe(inputsOf(counts));
});
