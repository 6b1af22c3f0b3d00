import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSharedRound, roundPicture } from "~/games/sharing/sharing.server";
import { pictureLanguage, socialPictureResponse } from "~/pictures/social-picture.server";
import { site } from "~/site/site.server";

/** The picture of a shared round for link previews; status 404 for an unknown or withdrawn id. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const language = pictureLanguage(request);
	const round = await readSharedRound(site, id, undefined, language);
	if (!round) return new Response("Not found", { status: 404 });
	return socialPictureResponse(roundPicture(round, site.channel().name, language));
}
