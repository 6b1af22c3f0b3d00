import type { LoaderFunctionArgs } from "@remix-run/node";
import { readOwnGuesses } from "~/bonus-hunt/model/guesses.server";
import { readOwnEarnings } from "~/earning/own-data.server";
import { readOwnPredictions } from "~/events/predictions/predictions-page.server";
import { readOwnRaffles } from "~/events/raffles/raffles-page.server";
import { findOwnEntries } from "~/events/tournaments/tournaments.queries.server";
import { readPlayerRounds } from "~/games/games.server";
import { readPlayerChoices } from "~/games/player-choices.server";
import { jsonDownload } from "~/http/json-download.server";
import { readOwnNotices } from "~/notifications/notices.server";
import { readOwnDevices } from "~/notifications/push/subscriptions.server";
import { readOwnData } from "~/points/own-data.server";
import { requireViewer } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { readOwnStoreData } from "~/store/orders/own-data.server";
import { findOwnTokens } from "~/team/api/tokens.queries.server";
import { findOwnRequests } from "~/team/requests/requests.queries.server";

/** All data of the viewer as a JSON file. A visitor is redirected to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await requireViewer(request, "/points");
	return jsonDownload("plateia-data.json", {
		exportedAt: site.now().toISOString(),
		...(await readOwnData(site.db, viewer.id)),
		...(await readOwnStoreData(site.db, viewer.id)),
		...readPlayerRounds(site.db, viewer.id),
		...readOwnPredictions(site.db, viewer.id),
		...(await readPlayerChoices(site.db, viewer.id)),
		...(await readOwnGuesses(site.db, viewer.id)),
		tournamentEntries: await findOwnEntries(site.db, viewer.id),
		...readOwnRaffles(site.db, viewer.id),
		slotRequests: await findOwnRequests(site.db, viewer.id),
		apiTokens: await findOwnTokens(site.db, viewer.id),
		...readOwnNotices(site.db, viewer.id),
		...(await readOwnEarnings(site.db, viewer.id)),
		...(await readOwnDevices(site.db, viewer.id)),
	});
}
