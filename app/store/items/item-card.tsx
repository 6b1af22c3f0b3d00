import { Link } from "@remix-run/react";
import { Coins, EyeOff, Pencil, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { checkOffer, type Refusal } from "../redeem/redeem";
import type { OfferedItem } from "../store.server";
import { ItemPicture } from "./item-picture";
import "~/ui/shell/progress-bar.css";

interface Props {
	item: OfferedItem;
	language: Language;
	/** Undefined for a visitor. */
	points: number | undefined;
	/** A redemption is in progress. */
	busy: boolean;
	isAdmin: boolean;
	eager: boolean;
}

export function ItemCard({ item, language, points, busy, isAdmin, eager }: Props) {
	const { t } = useTranslation();
	const { id, name, price, stock } = item;
	const isSoldOut = stock <= 0;
	const refusal = points === undefined ? undefined : reasonNow(points, item);
	const missing = points === undefined || isSoldOut ? 0 : Math.max(0, price - points);
	return (
		<article
			className="panel group relative flex flex-col overflow-hidden p-0 has-[a.redeem]:transition-transform has-[a.redeem]:hover:-translate-y-1 has-[a.redeem]:hover:border-accent-text"
			aria-labelledby={`item-${id}`}
			data-testid="item"
			data-item={id}
		>
			<div className="relative">
				<ItemPicture image={item.image} eager={eager} className={isSoldOut ? "opacity-60 grayscale" : ""} />
				<p className="absolute bottom-3 left-3 flex items-center gap-2 rounded-full border border-line bg-bg px-3.5 py-1 text-lg font-extrabold tabular-nums shadow-lg">
					<Coins aria-hidden="true" className="size-5 text-accent-text" />
					{t("store.price", { points: formatPoints(price, language) })}
				</p>
			</div>
			<div className="flex grow flex-col gap-3 p-5">
				<h3 id={`item-${id}`} className="text-xl font-bold break-words">
					{name}
				</h3>
				{item.description ? (
					<p className="line-clamp-4 text-muted break-words whitespace-pre-line">{item.description}</p>
				) : null}
				<Rules item={item} language={language} />
				<div className="mt-auto grid gap-3 pt-1">
					<p className={`font-semibold tabular-nums ${isSoldOut ? "text-bad" : "text-muted"}`}>
						{t("store.stock", { stock: formatPoints(stock, language) })}
					</p>
					{missing > 0 ? (
						<div className="grid gap-1.5">
							<progress
								className="progress-bar"
								max={price}
								value={points}
								aria-label={t("store.progress", { name })}
							/>
							<p className="text-sm text-muted tabular-nums">
								{t("store.missing", { points: formatPoints(missing, language) })}
							</p>
						</div>
					) : null}
					{points !== undefined && !refusal && !busy ? (
						<Link
							to={`/store/${id}/redeem`}
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
								aria-describedby={`reason-${id}`}
							>
								{t("store.redeem")}
							</button>
							<p id={`reason-${id}`} className="text-center text-sm font-semibold" data-testid="reason">
								{points === undefined ? (
									<Link
										to={`/login?returnTo=${encodeURIComponent("/store")}`}
										reloadDocument
										className="link inline-flex min-h-6 items-center"
									>
										{t("store.signInToRedeem")}
									</Link>
								) : null}
								{refusal ? t(`errors.${refusal.code}`, refusal.values ?? {}) : null}
							</p>
						</>
					)}
					{isAdmin ? <AdminLinks item={item} /> : null}
				</div>
			</div>
		</article>
	);
}

/**
 * The reason why the viewer cannot redeem the item now. Stock is checked first, because more points would not
 * help.
 */
const reasonNow = (points: number, item: OfferedItem): Refusal | undefined =>
	checkOffer(Math.max(points, item.stock > 0 ? 0 : item.price), item) ?? item.refusal;

/** The item's rules: codes, limit per viewer, waiting time. */
function Rules({ item, language }: { item: OfferedItem; language: Language }) {
	const { t } = useTranslation();
	const { hasCodes, viewerLimit, cooldownHours } = item;
	if (!hasCodes && viewerLimit === null && cooldownHours === null) return null;
	return (
		<ul className="flex flex-wrap gap-1.5">
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

function AdminLinks({ item: { id, name } }: { item: OfferedItem }) {
	const { t } = useTranslation();
	return (
		<div className="relative z-10 grid grid-cols-2 gap-2 border-t border-line pt-3">
			<Link
				to={`/store/${id}/edit`}
				id={`edit-${id}`}
				preventScrollReset
				className="button px-3"
				aria-label={t("store.editItem", { name })}
			>
				<Pencil aria-hidden="true" className="size-4 shrink-0" />
				{t("store.edit")}
			</Link>
			<Link
				to={`/store/${id}/disable`}
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
