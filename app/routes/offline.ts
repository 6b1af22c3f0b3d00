import { OFFLINE_HEADERS, OFFLINE_PAGE } from "~/pwa/offline-page.server";

/** The page that the service worker stores and shows without a connection. */
export const loader = () => new Response(OFFLINE_PAGE, { headers: OFFLINE_HEADERS });
