import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadInstantGame, runInstantForm } from "~/games/instant/page.server";
import { InstantDialog } from "~/games/instant/screen/instant-dialog";
import { wheel } from "~/games/wheel/game.server";
import { WheelGame } from "~/games/wheel/wheel-game";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("lobby.game.wheel.name"),
	fullScreen: true,
	messages: ["instant", "wheel"],
});

export const loader = async ({ request }: LoaderFunctionArgs) =>
	loadInstantGame(site, wheel, request, await findViewer(request));

export const action = createAction({
	role: "anyone",
	limit: { points: 150, seconds: 10, sharedAs: "wheel" },
	isGame: true,
	schema: wheel.schema,
	run: (call) => runInstantForm(site, wheel, call),
});

export default function Wheel() {
	return <InstantDialog game="wheel" Screen={WheelGame} />;
}
