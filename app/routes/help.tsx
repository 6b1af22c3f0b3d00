import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { LifeBuoy } from "lucide-react";
import { languageOf } from "~/i18n/i18next.server";
import { readHelp } from "~/pages/help.server";
import { CareCard, MainResource, NearResources, TextList } from "~/pages/help-parts";
import type { loader as rootLoader } from "~/root";
import { PageHeader } from "~/ui/page-header";
import type { Handle } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = {
	title: (t) => t("shell.help"),
	openToAllAges: true,
	navigation: { label: (t) => t("shell.help"), icon: LifeBuoy, order: 90 },
	shared: true,
};

export const loader = async ({ request }: LoaderFunctionArgs) => readHelp(await languageOf(request));

export default function HelpPage() {
	const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>("root")?.viewer);
	const { title, intro, main, near, signs, tips, care } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<PageHeader title={title} intro={intro} />
			<MainResource resource={main} />
			<NearResources near={near} />
			<div className="grid gap-5 lg:grid-cols-2">
				<TextList id="signs" {...signs} />
				<TextList id="tips" {...tips} />
			</div>
			<CareCard care={care} isSignedIn={isSignedIn} />
		</div>
	);
}
