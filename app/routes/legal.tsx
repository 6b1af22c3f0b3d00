/** The terms, the privacy policy and the policy of cookies. Their addresses are in `routes.ts`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { languageOf } from "~/i18n/i18next.server";
import { routePathOf } from "~/lib/route-path";
import { isLegalPage, type LegalPage, readLegalPage } from "~/pages/legal.server";
import { TextArticle } from "~/pages/text-article";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t, loaded) => t(`shell.${(loaded as { name: LegalPage } | undefined)?.name ?? "terms"}`),
	openToAllAges: true,
	messages: ["legal"],
	shared: true,
});

export async function loader({ request }: LoaderFunctionArgs) {
	const [, name = ""] = routePathOf(request).split("/");
	if (!isLegalPage(name)) throw new Error(`no text at /${name}`);
	return { name, ...readLegalPage(site, name, await languageOf(request)) };
}

export default function Legal() {
	return <TextArticle {...useLoaderData<typeof loader>()} />;
}
