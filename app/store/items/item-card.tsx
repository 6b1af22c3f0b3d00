import { Link, useNavigation } from "@remix-run/react";
import { Coins, EyeOff, Pencil, Target, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import { GoalButton } from "../goal/goal-button";
import { checkOffer, type Refusal } from "../redeem/redeem";
import type { OfferedItem } from "../store.server";
import { ItemPicture } from "./item-picture";

interface Props {
	item: OfferedItem;
	language: Language;
	/** The viewer's points; undefined for a visitor. */
	points: number | undefined;
	isAdmin: boolean;
	/** Whether the picture is loaded before it is scrolled into view. */
	eager: boolean;
	/** The query string of the list, which the dialogs keep. */
	query: string;
	/** Whether the viewer saves points for it. */
	isGoal: boolean;
}

/**
 * An item with its rules and either the link to its confirm dialog or the reason why it cannot be redeemed now. For
 * admins also the links to edit and disable it.
 */
export function ItemCard({ item, language, points, isAdmin, eager, query, isGoal }: Props) {
	const { t } = useTranslation();
	// A click on another item would replace the navigation of a redemption, and its receipt would not be shown.
	const isRedeeming = useNavigation().formAction?.includes("/redeem") === true;
	const { id, name, price, stock } = item;
	const isSoldOut = stock <= 0;
	const refusal = reasonNow(points, item);
	// The page says it once, for all items.
	const isPaused = refusal?.code === "paused";
	const missing = points === undefined || isSoldOut ? 0 : Math.max(0, price - points);
	const progress = (
		<div className="grid gap-1.5">
			<progress
				className="progress-bar"
				max={price}
				value={points}
				aria-label={t("store.progress", { name })}
			/>
			<p className="text-sm text-muted tabular-nums">{t("store.missing", { count: missing })}</p>
		</div>
	);
	return (
		<Kept
			as="article"
			by={[
				...["item", item, points !== undefined, missing > 0, isAdmin],
				...[eager, query, isGoal, isRedeeming],
			]}
			own={missing > 0 ? [progress] : []}
			className="panel group relative flex flex-col overflow-hidden p-0 has-[a.redeem]:transition-transform has-[a.redeem]:hover:-translate-y-1 has-[a.redeem]:hover:border-accent-text"
			aria-labelledby={`item-${id}`}
			data-testid="item"
			data-item={id}
		>
			{(own) => (
				<>
					<div className="relative">
						<ItemPicture
							image={item.image}
							eager={eager}
							className={`max-sm:aspect-[5/2] ${isSoldOut ? "opacity-60 grayscale" : ""}`}
						/>
						<p className="absolute bottom-3 left-3 flex items-center gap-2 rounded-full border border-line bg-bg px-3.5 py-1 text-lg font-extrabold tabular-nums shadow-lg">
							<Coins aria-hidden="true" className="size-5 text-accent-text" />
							{t("store.price", { count: price })}
						</p>
					</div>
					<div className="flex grow flex-col gap-2 p-4 sm:gap-3 sm:p-5">
						<h3 id={`item-${id}`} className="text-xl font-bold break-words">
							{name}
						</h3>
						{item.description ? (
							<p className="line-clamp-2 text-muted sm:line-clamp-4 break-words whitespace-pre-line">
								{item.description}
							</p>
						) : null}
						<Rules item={item} language={language} isGoal={isGoal} />
						<div className="mt-auto grid gap-2 pt-1 sm:gap-3">
							{isSoldOut ? null : (
								<p className="font-semibold text-muted tabular-nums">
									{t("store.stock", { stock: formatPoints(stock, language) })}
								</p>
							)}
							{own}
							{missing > 0 || isGoal ? <GoalButton item={item} isGoal={isGoal} query={query} /> : null}
							{points !== undefined && !refusal && !isRedeeming ? (
								<Link
									to={`/store/${id}/redeem${query}`}
									id={`redeem-${id}`}
									preventScrollReset
									className="redeem button button-primary after:absolute after:inset-0 after:content-['']"
									aria-label={t("store.redeemItem", { name })}
								>
									{t("store.redeem")}
								</Link>
							) : (
								<>
									<button
										type="button"
										id={`redeem-${id}`}
										disabled
										className="button button-primary"
										aria-label={t("store.redeemItem", { name })}
										aria-describedby={isPaused ? "paused" : `reason-${id}`}
									>
										{t("store.redeem")}
									</button>
									<p id={`reason-${id}`} className="text-center text-sm font-semibold" data-testid="reason">
										{points === undefined && !refusal ? (
											<Link
												to={`/login?returnTo=${encodeURIComponent(`/store${query}`)}`}
												reloadDocument
												className="link inline-flex min-h-6 items-center"
											>
												{t("store.signInToRedeem")}
											</Link>
										) : null}
										{refusal && !isPaused ? t(`errors.${refusal.code}`, refusal.values ?? {}) : null}
									</p>
								</>
							)}
							{isAdmin ? <AdminLinks item={item} query={query} /> : null}
						</div>
					</div>
				</>
			)}
		</Kept>
	);
}

/**
 * The reason why the item cannot be redeemed now; undefined for a visitor unless it is sold out. Stock is checked first,
 * because more points would not help.
 */
function reasonNow(points: number | undefined, item: OfferedItem): Refusal | undefined {
	if (item.stock <= 0) return { code: "outOfStock" };
	return points === undefined ? undefined : (checkOffer(points, item) ?? item.refusal);
}

/** Whether it is the goal, and the item's rules: codes, limit per viewer, waiting time. */
function Rules({ item, language, isGoal }: { item: OfferedItem; language: Language; isGoal: boolean }) {
	const { t } = useTranslation();
	const { hasCodes, viewerLimit, cooldownHours } = item;
	if (!isGoal && !hasCodes && viewerLimit === null && cooldownHours === null) return null;
	return (
		<ul className="flex flex-wrap gap-1.5">
			{isGoal ? (
				<li className="badge border-accent-text">
					<Target aria-hidden="true" className="size-3.5 text-accent-text" />
					{t("store.goal.is")}
				</li>
			) : null}
			{hasCodes ? (
				<li className="badge">
					<Ticket aria-hidden="true" className="size-3.5" />
					{t("store.codeAtOnce")}
				</li>
			) : null}
			{viewerLimit !== null ? (
				<li className="badge">{t("store.perViewer", { limit: formatPoints(viewerLimit, language) })}</li>
			) : null}
			{cooldownHours !== null ? (
				<li className="badge">{t("store.everyHours", { hours: formatPoints(cooldownHours, language) })}</li>
			) : null}
		</ul>
	);
}

function AdminLinks({ item: { id, name }, query }: { item: OfferedItem; query: string }) {
	const { t } = useTranslation();
	return (
		<div className="relative z-10 grid grid-cols-2 gap-2 border-t border-line pt-3">
			<Link
				to={`/store/${id}/edit${query}`}
				id={`edit-${id}`}
				preventScrollReset
				className="button px-3"
				aria-label={t("store.editItem", { name })}
			>
				<Pencil aria-hidden="true" className="size-4 shrink-0" />
				{t("store.edit")}
			</Link>
			<Link
				to={`/store/${id}/disable${query}`}
				id={`disable-${id}`}
				preventScrollReset
				className="button px-3"
				aria-label={t("store.disableItem", { name })}
			>
				<EyeOff aria-hidden="true" className="size-4 shrink-0" />
				{t("store.disable")}
			</Link>
		</div>
	);
}
