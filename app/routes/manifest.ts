import { textIn } from "~/channel/channel";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import { manifestOf } from "~/pwa/manifest.server";
import { site } from "~/site/site.server";

const HEADERS = { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=300" };

/** The web app manifest, with the channel's name. */
export function loader() {
	const { name, tagline } = site.channel();
	const manifest = manifestOf({ name, description: textIn(tagline, DEFAULT_LANGUAGE).text });
	return new Response(JSON.stringify(manifest), { headers: HEADERS });
}
