import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPastHunt } from "~/bonus-hunt/model/past.server";
import { huntPicture } from "~/bonus-hunt/screen/past/hunt-picture.server";
import { pictureLanguage, socialPictureResponse } from "~/pictures/social-picture.server";
import { site } from "~/site/site.server";

/** The picture of a past hunt for link previews; status 404 for an unknown id. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const language = pictureLanguage(request);
	const hunt = await readPastHunt(site, id, { viewer: undefined, language });
	if (!hunt) return new Response("Not found", { status: 404 });
	return socialPictureResponse(huntPicture(hunt, site.channel().name, language));
}
