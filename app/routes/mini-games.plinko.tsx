import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadInstantGame, runInstantForm } from "~/games/instant/page.server";
import { InstantDialog } from "~/games/instant/screen/instant-dialog";
import { plinko } from "~/games/plinko/game.server";
import { PlinkoGame } from "~/games/plinko/screen/plinko-game";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("lobby.game.plinko.name"),
	fullScreen: true,
	messages: ["instant", "plinko"],
});

export const loader = async ({ request }: LoaderFunctionArgs) =>
	loadInstantGame(site, plinko, request, await findViewer(request));

export const action = createAction({
	role: "anyone",
	limit: { points: 150, seconds: 10, sharedAs: "plinko" },
	isGame: true,
	schema: plinko.schema,
	run: (call) => runInstantForm(site, plinko, call),
});

export default function Plinko() {
	return <InstantDialog game="plinko" Screen={PlinkoGame} />;
}
