import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Cherry, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DomainError } from "~/forms/domain-error";
import { languageOf } from "~/i18n/i18next.server";
import { translated } from "~/i18n/translations";
import { may } from "~/lib/rights";
import { findRecords } from "~/records/records.queries.server";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
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
import { AskForSlot, RequestQueue } from "~/team/requests/request-queue";
import { requestsSchema } from "~/team/requests/requests.schema";
import { askForSlot, decideRequest, takeIntoHunt, withdrawRequest } from "~/team/requests/requests.server";
import { readRequests } from "~/team/requests/requests-page.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { EmptyPanel } from "~/ui/empty-panel";
import { useNextQuery } from "~/ui/list-filter";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

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
 * All slots, without their demos' addresses, and the queue of requests. Public. Another notation of a list, such as that of a form sent
 * without scripts, is redirected to the canonical one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	const query = keptSlotQuery(search);
	if (pathname === PATH && /[?&](q|provider|sort)=/.test(search) && search !== query) {
		throw redirect(PATH + query);
	}
	const [language, viewer, found] = await Promise.all([
		languageOf(request),
		findViewer(request),
		findRecords(site.db, slots),
	]);
	return {
		requests: await readRequests(site, viewer, language),
		slots: found.map((slot) => {
			const { id, name, provider, image, description } = translated(slot, language);
			return { id, name, provider, image, description };
		}),
	};
}

const DONE = {
	ask: "slotRequested",
	withdraw: "requestRefunded",
	skipped: "requestRefunded",
	played: "requestPlayed",
	hunt: "requestInHunt",
} as const;

/** Asks for a slot or withdraws the request as a viewer, or decides about one as staff, and redirects to the queue. */
export const action = createAction({
	role: "viewer",
	limit: { points: 60, seconds: 60 },
	schema: requestsSchema,
	async run({ input, viewer, request }) {
		const to = `${PATH}${keptSlotQuery(new URL(request.url).search)}#requests`;
		const { intent } = input;
		if (intent !== "ask" && intent !== "withdraw" && !may(viewer, "requests"))
			throw new DomainError("adminsOnly");
		if (intent === "ask") await askForSlot(site, viewer.id, input);
		else if (intent === "withdraw") await withdrawRequest(site, viewer.id, input.requestId);
		else if (intent === "hunt") await takeIntoHunt(site, viewer.id, input);
		else await decideRequest(site, viewer.id, { ...input, intent });
		return site.flash.redirect(to, DONE[intent]);
	},
});

export default function Slots() {
	const { t } = useTranslation();
	const answer = useActionData<typeof action>();
	const { slots, requests } = useLoaderData<typeof loader>();
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
			{requests ? <RequestQueue requests={requests} answer={answer} page={PATH + query} /> : null}
			{slots.length === 0 ? <EmptyPanel icon={Cherry} text={t("slots.empty")} /> : null}
			{slots.length > 1 ? (
				<SlotFilter list={list} providers={providersOf(slots)} found={listed.length} />
			) : null}
			<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
				{listed.map((slot, place) => (
					<SlotCard key={slot.id} slot={slot} isAdmin={isAdmin} eager={place < EAGER} query={query}>
						{requests ? (
							<AskForSlot requests={requests} slot={slot} answer={answer} page={PATH + query} />
						) : null}
					</SlotCard>
				))}
			</div>
		</PageUnderDialog>
	);
}
