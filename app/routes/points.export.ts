import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readOwnGuesses } from "~/bonus-hunt/model/guesses.server";
import { readOwnChoices } from "~/games/own-choices.server";
import { readOwnRounds } from "~/games/own-rounds.server";
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
		...readOwnRounds(site.db, viewer.id),
		...(await readOwnChoices(site.db, viewer.id)),
		...(await readOwnGuesses(site.db, viewer.id)),
	});
}
