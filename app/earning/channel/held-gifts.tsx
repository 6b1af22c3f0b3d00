import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import type { HeldGift } from "./stream-page.server";

interface Props {
	gifts: readonly HeldGift[];
}

/** The announced gifts that are not paid yet or not at all, with what an admin may decide. Renders nothing if there are none. */
export function HeldGifts({ gifts }: Props) {
	const { t } = useTranslation();
	if (gifts.length === 0) return null;
	return (
		<section className="panel grid scroll-mt-24 gap-4" aria-labelledby="held-gifts">
			<h2 id="held-gifts" className="text-2xl font-bold">
				{t("stream.gifts.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("stream.gifts.text")}</p>
			<ul className="grid">
				{gifts.map(({ id, person, at, count, points, state, paidAt, decisions }) => (
					<li
						key={id}
						className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3"
						data-testid={`gift-${state}`}
					>
						<div className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
							<span className="font-semibold">{t("stream.gifts.gift", { person, count })}</span>
							<span className="text-sm text-muted">
								{t("stream.gifts.about", { at, points })} {t(`stream.gifts.states.${state}`, { at: paidAt })}
							</span>
						</div>
						<PostForm fields={{ gift: id }} className="flex flex-wrap gap-3">
							{decisions.map((decision) => (
								<button
									key={decision}
									type="submit"
									name="intent"
									value={decision}
									className="button"
									aria-label={t(`stream.gifts.${decision}One`, { person, count })}
								>
									{t(`stream.gifts.${decision}`)}
								</button>
							))}
						</PostForm>
					</li>
				))}
			</ul>
		</section>
	);
}
