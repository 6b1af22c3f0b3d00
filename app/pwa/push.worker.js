// The part of the service worker that shows push messages. It runs in the browser, apart from every page.

/** Shows the message; browsers require that each push shows one. */
self.addEventListener("push", (event) => {
	let message;
	try {
		message = event.data.json();
	} catch {
		message = { title: location.host, body: "", path: "/notifications" };
	}
	const { title, body, path, tag } = message;
	event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }));
});

/** Opens the page of the message, in a tab that already shows it if there is one. */
self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const target = new URL(event.notification.data?.path ?? "/notifications", location.origin);
	const address = target.origin === location.origin ? target.href : location.origin;
	event.waitUntil(
		(async () => {
			const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
			const open = tabs.find(({ url }) => url === address);
			return open ? open.focus() : self.clients.openWindow(address);
		})(),
	);
});
