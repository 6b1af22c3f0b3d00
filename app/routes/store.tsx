import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { Plus, ShoppingBag, Store as StoreIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { goalSchema } from "~/store/goal/goal.schema";
import { saveGoal } from "~/store/goal/goal.server";
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
import { useNextQuery } from "~/ui/list-filter";
import { refusalText } from "~/ui/refusal-text";
import { declarePage } from "~/ui/shell/handle";

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
	async run({ input, viewer, request, headers }) {
		await saveGoal(site, viewer.id, input);
		headers.append("Set-Cookie", site.flash.write(input.intent === "setGoal" ? "goalSet" : "goalEnded"));
		return redirect(PATH + keptListQuery(new URL(request.url).search));
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
	const busy = useNavigation().formAction?.includes("/redeem") === true;
	const list = itemListIn(new URLSearchParams(useNextQuery(PATH)));
	const listed = listItems(items, list, viewer && points);
	const query = itemListQuery(list);
	return (
		<PageUnderDialog className="grid gap-10">
			<header className="grid gap-3">
				<div className="flex flex-wrap items-end justify-between gap-3">
					<h1 className="text-4xl font-extrabold sm:text-5xl">{t("store.title")}</h1>
					{viewer ? (
						<p className="text-lg text-muted">
							{t("store.yourPoints")}:{" "}
							<strong className="text-text tabular-nums" data-testid="store-balance">
								{formatPoints(points, language)}
							</strong>
						</p>
					) : null}
				</div>
				<p className="max-w-prose text-lg text-muted">
					{t("store.intro")}{" "}
					<Link to="/earn" className="link">
						{t("shell.earn")}
					</Link>
				</p>
				<GoalProgress goal={goal} points={points} className="grid max-w-sm xl:hidden" />
				<p role="alert" className="field-error text-base empty:hidden">
					{answer && !answer.ok && refusalText(answer, t)}
				</p>
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
			</header>
			<section aria-labelledby="items" className="grid gap-4">
				<h2 id="items" className="sr-only">
					{t("store.items")}
				</h2>
				{items.length > 1 ? (
					<ItemFilter list={list} all={items.length} found={listed.length} isViewer={viewer !== undefined} />
				) : null}
				{items.length === 0 ? (
					<div className="panel grid justify-items-center gap-3 py-14 text-center">
						<ShoppingBag aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
						<p className="text-lg text-muted">{t("store.empty")}</p>
					</div>
				) : null}
				<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
					{listed.map((item, place) => (
						<ItemCard
							key={item.id}
							item={item}
							language={language}
							points={viewer && points}
							busy={busy}
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
