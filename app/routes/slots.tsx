import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Cherry, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { loader as rootLoader } from "~/root";
import { site } from "~/site/site.server";
import { SlotCard } from "~/slots/slot-card";
import { findSlots } from "~/slots/slots.queries.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("slots.title"),
	messages: ["slots"],
	navigation: {
		label: (t) => t("shell.slots"),
		icon: Cherry,
		order: 50,
		loading: (t) => t("shell.loadingSlots"),
	},
	shared: true,
});

/** Number of pictures in view at once. */
const EAGER = 4;

export async function loader(_: LoaderFunctionArgs) {
	const slots = await findSlots(site.db);
	return {
		slots: slots.map(({ id, name, provider, image, description }) => ({
			id,
			name,
			provider,
			image,
			description,
		})),
	};
}

export default function Slots() {
	const { t } = useTranslation();
	const { slots } = useLoaderData<typeof loader>();
	const isAdmin = useRouteLoaderData<typeof rootLoader>("root")?.viewer?.isAdmin === true;
	return (
		<PageUnderDialog className="grid gap-8">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("slots.title")}</h1>
				<p className="max-w-prose text-lg text-muted">{t("slots.intro")}</p>
				{isAdmin ? (
					<Link
						to="/slots/new"
						id="add-slot"
						preventScrollReset
						className="button button-primary justify-self-start"
					>
						<Plus aria-hidden="true" className="size-5" />
						{t("slots.add")}
					</Link>
				) : null}
			</header>
			{slots.length === 0 ? (
				<div className="panel grid justify-items-center gap-3 py-14 text-center">
					<Cherry aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
					<p className="text-lg text-muted">{t("slots.empty")}</p>
				</div>
			) : null}
			<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
				{slots.map((slot, place) => (
					<SlotCard key={slot.id} slot={slot} isAdmin={isAdmin} eager={place < EAGER} />
				))}
			</div>
		</PageUnderDialog>
	);
}
