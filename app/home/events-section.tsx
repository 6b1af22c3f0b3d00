import { PartyPopper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EventsNow } from "~/events/events-now";
import type { HomePage } from "./home.server";
import { Section } from "./section";

/** Tournaments and other events that are on. */
export function EventsSection({ events }: Pick<HomePage, "events">) {
	const { t } = useTranslation();
	return (
		<Section
			id="home-events"
			icon={PartyPopper}
			title={t("homePage.events.title")}
			to={{ path: "/events", label: t("homePage.events.more") }}
			by={[events]}
		>
			<EventsNow events={events} />
		</Section>
	);
}
