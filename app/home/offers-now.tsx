import { Coins, Gift } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "~/pictures/picture";
import type { Offer, Offers } from "./offers";
import { Card, Invitation, Section } from "./section";

interface Props {
	offers: Offers;
	isSignedIn: boolean;
}

/** What the viewer can redeem now, and the nearest item beyond; for a visitor, items of the store. Without items, it invites an admin. */
export function OffersNow({ offers: { items, next }, isSignedIn }: Props) {
	const { t } = useTranslation();
	const isEmpty = items.length === 0 && next === null;
	return (
		<Section
			id="home-offers"
			icon={Gift}
			title={t(isSignedIn && items.length > 0 ? "homePage.offers.yours" : "homePage.offers.title")}
			to={{ path: "/store", label: t("homePage.offers.more") }}
			by={[items, next && { ...next, missing: 0 }, isSignedIn]}
			own={next ? [t("homePage.offers.missing", { count: next.missing })] : []}
		>
			{(missing) =>
				isEmpty ? (
					<Invitation
						text={t("homePage.offers.invite")}
						to={{ path: "/store/new", label: t("homePage.offers.add") }}
					/>
				) : (
					<ul className="home-cards">
						{items.map((item) => (
							<OfferCard key={item.id} item={item} to={isSignedIn ? `/store/${item.id}/redeem` : "/store"} />
						))}
						{next ? (
							<OfferCard item={next} to="/store">
								{missing}
							</OfferCard>
						) : null}
					</ul>
				)
			}
		</Section>
	);
}

interface CardProps {
	item: Offer;
	to: string;
	/** Why it cannot be redeemed yet. */
	children?: ReactNode;
}

function OfferCard({ item, to, children }: CardProps) {
	const { t } = useTranslation();
	return (
		<Card
			picture={<Picture image={item.image} icon={Gift} className={children ? "opacity-70" : ""} />}
			to={to}
			title={item.name}
			testId="offer"
		>
			<p className="flex items-center gap-1 font-semibold text-accent-text tabular-nums">
				<Coins aria-hidden="true" className="size-4 shrink-0" />
				{t("homePage.offers.price", { count: item.price })}
			</p>
			{children ? <p className="text-sm text-muted tabular-nums">{children}</p> : null}
		</Card>
	);
}
