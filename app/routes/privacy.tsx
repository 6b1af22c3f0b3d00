import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { languageOf } from "~/i18n/i18next.server";
import { readLegalPage } from "~/pages/legal.server";
import { TextArticle } from "~/pages/text-article";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.privacy"),
	openToAllAges: true,
	messages: ["legal"],
	shared: true,
});

export const loader = async ({ request }: LoaderFunctionArgs) =>
	readLegalPage(site, "privacy", await languageOf(request));

export default function Privacy() {
	return <TextArticle {...useLoaderData<typeof loader>()} />;
}
