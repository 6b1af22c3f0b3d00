import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readOwnGuesses } from "~/bonus-hunt/model/guesses.server";
import { readPlayerChoices } from "~/games/player-choices.server";
import { readPlayerRounds } from "~/games/player-rounds.server";
import { jsonDownload } from "~/http/json-download.server";
import { readOwnData } from "~/points/own-data.server";
import { findViewer, site } from "~/site/site.server";
import { readOwnOrders } from "~/store/orders/own-data.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	if (!viewer) throw redirect("/");
	return jsonDownload("plateia-data.json", {
		exportedAt: site.now().toISOString(),
		...(await readOwnData(site.db, viewer.id)),
		...readOwnOrders(site.db, viewer.id),
		...readPlayerRounds(site.db, viewer.id),
		...(await readPlayerChoices(site.db, viewer.id)),
		...(await readOwnGuesses(site.db, viewer.id)),
	});
}
