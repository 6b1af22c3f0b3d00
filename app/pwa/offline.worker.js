// The part of the service worker that answers with the offline page while the site cannot be reached. The cache holds
// this page only: other pages may contain a viewer's data. It runs in the browser, apart from every page.

const OFFLINE_PAGE = "/offline";
// The build's page has another name after each change.
const OFFLINE_CACHE = "offline-VERSION";

self.addEventListener("install", (event) => {
	const store = async () => {
		const cache = await caches.open(OFFLINE_CACHE);
		await cache.add(new Request(OFFLINE_PAGE, { cache: "reload", credentials: "omit" }));
		await self.skipWaiting();
	};
	event.waitUntil(store());
});

self.addEventListener("activate", (event) => {
	const removeOthers = async () => {
		const others = (await caches.keys()).filter((name) => name !== OFFLINE_CACHE);
		await Promise.all(others.map((name) => caches.delete(name)));
		await self.clients.claim();
	};
	event.waitUntil(removeOthers());
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.mode !== "navigate" || request.method !== "GET") return;
	const answer = async () => {
		try {
			return await fetch(request);
		} catch {
			return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
		}
	};
	event.respondWith(answer());
});
