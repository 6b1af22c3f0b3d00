import type { Right } from "~/lib/rights";
import type { FieldAnswer } from "~/ui/field";
import { action as hunt } from "./bonus-hunt.manage";
import { action as codes } from "./codes";
import { action as crash } from "./mini-games";
import { action as predictions } from "./predictions";
import { action as requests } from "./slots";

type Call = Parameters<typeof hunt>[0];

const ACTIONS: { [Name in Right]?: (call: Call) => Promise<unknown> } = {
	...{ hunt, codes, crash, predictions, requests },
};

/**
 * Passes a form on to the action of its part's page, which checks it and the right. The page that stays open is that of the team, also
 * after a refusal and without a connection.
 * @throws a response with status 400 for a form that the page does not have.
 */
export async function teamAction(call: Call) {
	const act = ACTIONS[new URL(call.request.url).searchParams.get("form") as Right];
	if (!act) throw new Response(null, { status: 400 });
	try {
		return (await act(call)) as FieldAnswer & { ok: boolean };
	} catch (answer) {
		if (answer instanceof Response && answer.headers.has("Location")) answer.headers.set("Location", "/team");
		throw answer;
	}
}
