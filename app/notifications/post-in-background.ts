/**
 * Posts a form of the notifications page and ignores the answer. Not a fetcher of the router: one that ends while a page
 * is being opened whose route is not loaded yet fails. The number in the header comes with the event stream.
 */
export function postInBackground(fields: Record<string, string>): void {
	const body = new URLSearchParams(fields);
	// The redirect would load the list.
	fetch("/notifications", { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}
