import type { LoaderFunctionArgs } from "@remix-run/node";
import { DiceGame } from "~/games/dice/dice-game";
import { dice } from "~/games/dice/game.server";
import { loadInstantGame, runInstantForm } from "~/games/instant/page.server";
import { InstantDialog } from "~/games/instant/screen/instant-dialog";
import { createAction, findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("lobby.game.dice.name"),
	fullScreen: true,
	messages: ["instant", "dice"],
});

export const loader = async ({ request }: LoaderFunctionArgs) =>
	loadInstantGame(site, dice, request, await findViewer(request));

export const action = createAction({
	role: "anyone",
	limit: { points: 150, seconds: 10, sharedAs: "dice" },
	isGame: true,
	schema: dice.schema,
	run: (call) => runInstantForm(site, dice, call),
});

export default function Dice() {
	return <InstantDialog game="dice" Screen={DiceGame} />;
}
