import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSlots } from "~/bonus-hunt/source.server";
import { site } from "~/site.server";

const STATUS = { invalid: 400, missing: 404, failed: 502, busy: 503 } as const;
const MINUTES: Record<keyof typeof STATUS, number> = { invalid: 0, missing: 1, failed: 1, busy: 0 };

const HEADERS = {
	"Content-Type": "image/webp",
	// Should it be opened by itself: it is a picture and nothing else.
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Content-Disposition": "inline",
	"Cache-Control": "public, max-age=3600",
};

/** Whether a slot of the hunt has a picture of that address. */
async function huntHas(address: string): Promise<boolean> {
	const { value = [] } = await readSlots(site);
	return value.some(({ slotImage }) => slotImage === address);
}

export async function loader({ request }: LoaderFunctionArgs) {
	const name = new URL(request.url).searchParams.get("name") ?? "";
	const picture = await site.huntPictures.read(name, huntHas);
	if (typeof picture !== "string") return new Response(new Uint8Array(picture), { headers: HEADERS });
	const seconds = MINUTES[picture] * 60;
	const cache = seconds === 0 ? "no-store" : `public, max-age=${seconds}`;
	return new Response(null, { status: STATUS[picture], headers: { "Cache-Control": cache } });
}
