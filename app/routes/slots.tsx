import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Cherry, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { translated } from "~/i18n/translations";
import { findRecords } from "~/records/records.queries.server";
import type { loader as rootLoader } from "~/root";
import { site } from "~/site/site.server";
import { SlotCard } from "~/slots/slot-card";
import { SlotFilter } from "~/slots/slot-filter";
import {
	isSharedSlotList,
	keptSlotQuery,
	listSlots,
	providersOf,
	slotListIn,
	slotListQuery,
} from "~/slots/slot-list";
import { slots } from "~/slots/slots.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { EmptyPanel } from "~/ui/empty-panel";
import { useNextQuery } from "~/ui/list-filter";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("slots.title"),
	description: (t) => t("slots.intro"),
	messages: ["slots"],
	navigation: {
		label: (t) => t("shell.slots"),
		icon: Cherry,
		order: 50,
		loading: (t) => t("shell.loadingSlots"),
	},
	shared: isSharedSlotList,
});

/** Number of pictures in view at once. */
const EAGER = 4;
const PATH = "/slots";

/**
 * All slots, without their demos' addresses. Public. Another notation of a list, such as that of a form sent without
 * scripts, is redirected to the canonical one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	const query = keptSlotQuery(search);
	if (pathname === PATH && /[?&](q|provider|sort)=/.test(search) && search !== query) {
		throw redirect(PATH + query);
	}
	const [language, found] = await Promise.all([languageOf(request), findRecords(site.db, slots)]);
	return {
		slots: found.map((slot) => {
			const { id, name, provider, image, description } = translated(slot, language);
			return { id, name, provider, image, description };
		}),
	};
}

export default function Slots() {
	const { t } = useTranslation();
	const { slots } = useLoaderData<typeof loader>();
	const list = slotListIn(new URLSearchParams(useNextQuery(PATH)));
	const listed = listSlots(slots, list);
	const query = slotListQuery(list);
	const isAdmin = useRouteLoaderData<typeof rootLoader>("root")?.viewer?.isAdmin === true;
	return (
		<PageUnderDialog className="grid gap-8">
			<PageHeader title={t("slots.title")} intro={t("slots.intro")}>
				{isAdmin ? (
					<Link
						to={`/slots/new${query}`}
						id="add-record"
						preventScrollReset
						className="button button-primary justify-self-start"
					>
						<Plus aria-hidden="true" className="size-5" />
						{t("slots.add")}
					</Link>
				) : null}
			</PageHeader>
			{slots.length === 0 ? <EmptyPanel icon={Cherry} text={t("slots.empty")} /> : null}
			{slots.length > 1 ? (
				<SlotFilter list={list} providers={providersOf(slots)} found={listed.length} />
			) : null}
			<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
				{listed.map((slot, place) => (
					<SlotCard key={slot.id} slot={slot} isAdmin={isAdmin} eager={place < EAGER} query={query} />
				))}
			</div>
		</PageUnderDialog>
	);
}
