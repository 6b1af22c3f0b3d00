import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
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
	limit: { points: 150, seconds: 10 },
	isGame: true,
	schema: wheel.schema,
	run: (call) => runInstantForm(site, wheel, call),
});

export default function Wheel() {
	const page = useLoaderData<typeof loader>();
	const fetcher = useFetcher<typeof action>({ key: "wheel" });
	const posted = useActionData<typeof action>();
	return (
		<InstantDialog game="wheel">
			{(covered) => (
				<WheelGame page={page} fetcher={fetcher} answer={fetcher.data ?? posted} covered={covered} />
			)}
		</InstantDialog>
	);
}
