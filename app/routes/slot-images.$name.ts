import type { LoaderFunctionArgs } from "@remix-run/node";
import { isImageFileName } from "~/lib/web-address";
import { readImage } from "~/pictures/image-folder.server";
import { isLastingName, PicturesAway } from "~/pictures/picture-store.server";
import { site } from "~/site/site.server";

const HEADERS = {
	// Applies when the picture is opened directly.
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Content-Disposition": "inline",
};
const AWAY = { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "30" } };

/** A picture of the image folder or its store; status 404 for an unknown name, 503 while the store is away. */
export async function loader({ params: { name = "" } }: LoaderFunctionArgs) {
	try {
		const image = isImageFileName(name) ? await readImage(site.config, name) : undefined;
		if (!image) return new Response(null, { status: 404 });
		const cache = isLastingName(name) ? "public, max-age=31536000, immutable" : "public, max-age=300";
		return new Response(image.bytes, {
			headers: { ...HEADERS, "Content-Type": image.type, "Cache-Control": cache },
		});
	} catch (error) {
		if (!(error instanceof PicturesAway)) throw error;
		site.log.warn({ event: "picture-store-away", err: error });
		return new Response(null, AWAY);
	}
}
