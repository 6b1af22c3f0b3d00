import { Link } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { ItemPicture } from "./item-picture";
import type { ShownItem } from "./items.server";

interface Props {
	items: readonly ShownItem[];
	language: Language;
	/** The query string of the list, which the dialogs keep. */
	query: string;
}

/** The list of disabled items with links to edit and so restore them, for admins; nothing without such items. */
export function DisabledItems({ items, language, query }: Props) {
	const { t } = useTranslation();
	if (items.length === 0) return null;
	return (
		<section aria-labelledby="disabled-items" className="grid gap-4">
			<div className="grid gap-1">
				<h2 id="disabled-items" className="text-2xl font-bold">
					{t("store.disabled")}
				</h2>
				<p className="text-muted">{t("store.disabledIntro")}</p>
			</div>
			<ul className="grid gap-3 lg:grid-cols-2">
				{items.map(({ id, name, image, price, stock }) => (
					<li
						key={id}
						className="panel flex flex-wrap items-center gap-x-4 gap-y-3 p-3"
						data-testid="disabled-item"
					>
						<ItemPicture image={image} className="w-20 shrink-0 rounded-2xl grayscale" />
						<div className="min-w-0 grow basis-40">
							<h3 className="font-bold break-words">{name}</h3>
							<p className="text-sm text-muted tabular-nums">
								{t("store.price", { count: price })} ·{" "}
								{t("store.stock", { stock: formatPoints(stock, language) })}
							</p>
						</div>
						<Link
							to={`/store/${id}/edit${query}`}
							id={`edit-${id}`}
							preventScrollReset
							className="button"
							aria-label={t("store.bringBackItem", { name })}
						>
							<Undo2 aria-hidden="true" className="size-4 shrink-0" />
							{t("store.bringBack")}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
