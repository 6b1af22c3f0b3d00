import type { LoaderFunctionArgs } from "@remix-run/node";
import { isImageFileName } from "~/lib/web-address";
import { isLastingName, readImage } from "~/pictures/image-folder.server";
import { site } from "~/site/site.server";

const HEADERS = {
	// Applies when the picture is opened directly.
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Content-Disposition": "inline",
};

/** A picture of the image folder; status 404 for an unknown name. */
export async function loader({ params: { name = "" } }: LoaderFunctionArgs) {
	const image = isImageFileName(name) ? await readImage(site.config.IMAGE_FOLDER, name) : undefined;
	if (!image) return new Response(null, { status: 404 });
	const cache = isLastingName(name) ? "public, max-age=31536000, immutable" : "public, max-age=300";
	return new Response(image.bytes, {
		headers: { ...HEADERS, "Content-Type": image.type, "Cache-Control": cache },
	});
}
