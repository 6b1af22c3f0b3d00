import type { LoaderFunctionArgs } from "@remix-run/node";
import { site } from "~/site/site.server";

const HEADERS = {
	"Content-Type": "image/webp",
	// Applies when the picture is opened directly.
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Content-Disposition": "inline",
	// Not in shared caches, from which an erasure could not remove it.
	"Cache-Control": "private, max-age=31536000, immutable",
};

/** A user's picture by its id; status 404 for an unknown one. */
export async function loader({ params: { name = "" } }: LoaderFunctionArgs) {
	const [, id] = /^([0-9a-f]{32})\.webp$/.exec(name) ?? [];
	const picture = id ? await site.avatars.read(id) : undefined;
	if (!picture) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
	return new Response(picture, { headers: HEADERS });
}
