import type { LoaderFunctionArgs } from "@remix-run/node";
import { huntHasPicture } from "~/bonus-hunt/outside/source.server";
import { site } from "~/site/site.server";

const STATUS = { invalid: 400, missing: 404, failed: 502, busy: 503 } as const;
/** How long browsers cache a failure. */
const MINUTES: Record<keyof typeof STATUS, number> = { invalid: 0, missing: 1, failed: 1, busy: 0 };

const HEADERS = {
	"Content-Type": "image/webp",
	// Applies when the picture is opened directly.
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Content-Disposition": "inline",
	"Cache-Control": "public, max-age=3600",
};

/**
 * A slot's picture of the external bonus hunt, re-encoded as WebP, by the parameter `name`; otherwise an empty
 * response with the status of the failure.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const name = new URL(request.url).searchParams.get("name") ?? "";
	const picture = await site.huntPictures.read(name, (image) => huntHasPicture(site, image));
	if (typeof picture !== "string") return new Response(new Uint8Array(picture), { headers: HEADERS });
	const seconds = MINUTES[picture] * 60;
	const cache = seconds === 0 ? "no-store" : `public, max-age=${seconds}`;
	return new Response(null, { status: STATUS[picture], headers: { "Cache-Control": cache } });
}
