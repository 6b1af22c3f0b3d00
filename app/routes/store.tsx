import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Plus, ShoppingBag, Store as StoreIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { goalSchema, saveGoal } from "~/store/goal/goal.server";
import { GoalProgress } from "~/store/goal/goal-progress";
import { DisabledItems } from "~/store/items/disabled-items";
import { ItemCard } from "~/store/items/item-card";
import { ItemFilter } from "~/store/items/item-filter";
import { isSharedList, itemListIn, itemListQuery, keptListQuery, listItems } from "~/store/items/item-list";
import { readStore } from "~/store/store.server";
import { useStoreEvents } from "~/store/use-store-events";
import "~/store/store.css";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { EmptyPanel } from "~/ui/empty-panel";
import { useNextQuery } from "~/ui/list-filter";
import { PageHeader } from "~/ui/page-header";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";
import { useKept } from "~/ui/shell/kept";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("store.title"),
	description: (t) => t("store.intro"),
	messages: ["store"],
	navigation: {
		label: (t) => t("shell.store"),
		icon: StoreIcon,
		order: 60,
		loading: (t) => t("shell.loadingStore"),
	},
	shared: isSharedList,
});

/** Number of pictures in view at once. */
const EAGER = 3;
const PATH = "/store";

/**
 * The active items, and the disabled ones for an admin. Public. Another notation of a list, such as that of a form sent
 * without scripts, is redirected to the one that visitors share.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	const query = keptListQuery(search);
	if (pathname === PATH && /[?&](q|sort|affordable|stock)=/.test(search) && search !== query) {
		throw redirect(PATH + query);
	}
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	return { language, ...(await readStore(site, viewer, language)) };
}

/** Sets or ends the viewer's goal, and redirects to the list. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: goalSchema,
	async run({ input, viewer, request }) {
		await saveGoal(site, viewer.id, input);
		return site.flash.redirect(
			PATH + keptListQuery(new URL(request.url).search),
			input.intent === "setGoal" ? "goalSet" : "goalEnded",
		);
	},
});

export default function Store() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const { language, disabled } = loaded;
	const items = useStoreEvents(loaded.items);
	const answer = useActionData<typeof action>();
	const { viewer, goal } = useRouteLoaderData<typeof rootLoader>("root") ?? {};
	const { points = 0 } = useDisplayedBalance();
	const list = itemListIn(new URLSearchParams(useNextQuery(PATH)));
	const listed = listItems(items, list, viewer && points);
	const query = itemListQuery(list);
	const pause = items.find(({ refusal }) => refusal?.code === "paused")?.refusal;
	const header = useKept(
		["store", viewer !== undefined, viewer?.isAdmin, pause, query],
		(balance, progress, refused) => (
			<PageHeader
				title={t("store.title")}
				intro={
					<>
						{t("store.intro")}{" "}
						<Link to="/earn" className="link">
							{t("shell.earn")}
						</Link>
					</>
				}
				beside={
					viewer ? (
						<p className="text-lg text-muted">
							{t("store.yourPoints")}:{" "}
							<strong className="text-text tabular-nums" data-testid="store-balance">
								{balance}
							</strong>
						</p>
					) : null
				}
			>
				{progress}
				{refused}
				{pause ? (
					<p id="paused" className="panel font-semibold wrap-anywhere" data-testid="paused">
						{t("errors.paused", pause.values ?? {})}
					</p>
				) : null}
				{viewer?.isAdmin ? (
					<Link
						to={`/store/new${query}`}
						id="add-record"
						preventScrollReset
						className="button button-primary justify-self-start"
					>
						<Plus aria-hidden="true" className="size-5" />
						{t("store.add")}
					</Link>
				) : null}
			</PageHeader>
		),
		[
			formatPoints(points, language),
			<GoalProgress key="goal" goal={goal} points={points} className="grid max-w-sm xl:hidden" />,
			<Refused key="refused" answer={answer} />,
		],
	);
	return (
		<PageUnderDialog className="grid gap-10">
			{header}
			<section aria-labelledby="items" className="grid gap-4">
				<h2 id="items" className="sr-only">
					{t("store.items")}
				</h2>
				{items.length > 1 ? (
					<ItemFilter list={list} all={items.length} found={listed.length} isViewer={viewer !== undefined} />
				) : null}
				{items.length === 0 ? <EmptyPanel icon={ShoppingBag} text={t("store.empty")} /> : null}
				<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
					{listed.map((item, place) => (
						<ItemCard
							key={item.id}
							item={item}
							language={language}
							points={viewer && points}
							isAdmin={viewer?.isAdmin === true}
							eager={place < EAGER}
							query={query}
							isGoal={item.id === goal?.itemId}
						/>
					))}
				</div>
			</section>
			<DisabledItems items={disabled} language={language} query={query} />
		</PageUnderDialog>
	);
}
