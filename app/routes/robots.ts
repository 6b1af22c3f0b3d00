import { ROBOTS } from "~/pwa/robots";

const HEADERS = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };

/** What search engines may read. */
export const loader = () => new Response(ROBOTS, { headers: HEADERS });
