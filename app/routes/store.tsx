import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { Plus, ShoppingBag, Store as StoreIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import type { loader as rootLoader } from "~/root";
import { findViewer, site } from "~/site/site.server";
import { DisabledItems } from "~/store/items/disabled-items";
import { ItemCard } from "~/store/items/item-card";
import { readStore } from "~/store/store.server";
import { useStoreEvents } from "~/store/use-store-events";
import "~/store/store.css";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { useShownBalance } from "~/ui/displayed-balance";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("store.title"),
	messages: ["store"],
	navigation: {
		label: (t) => t("shell.store"),
		icon: StoreIcon,
		order: 60,
		loading: (t) => t("shell.loadingStore"),
	},
	shared: true,
});

/** Number of pictures in view at once. */
const EAGER = 3;

export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	return { language, ...(await readStore(site, viewer)) };
}

export default function Store() {
	const { t } = useTranslation();
	const loaded = useLoaderData<typeof loader>();
	const { language, disabled } = loaded;
	const items = useStoreEvents(loaded.items);
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const { points = 0 } = useShownBalance();
	const busy = useNavigation().formAction?.endsWith("/redeem") === true;
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
				<p className="max-w-prose text-lg text-muted">{t("store.intro")}</p>
				{viewer?.isAdmin ? (
					<Link
						to="/store/new"
						id="add-item"
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
				{items.length === 0 ? (
					<div className="panel grid justify-items-center gap-3 py-14 text-center">
						<ShoppingBag aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
						<p className="text-lg text-muted">{t("store.empty")}</p>
					</div>
				) : null}
				<div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
					{items.map((item, place) => (
						<ItemCard
							key={item.id}
							item={item}
							language={language}
							points={viewer && points}
							busy={busy}
							isAdmin={viewer?.isAdmin === true}
							eager={place < EAGER}
						/>
					))}
				</div>
			</section>
			<DisabledItems items={disabled} language={language} />
		</PageUnderDialog>
	);
}
