/**
 * Registers the service worker in the installed site, where the browser shows no error page, and once a
 * browser installs it. Other visitors get no worker. A failure is ignored: the worker only adds the offline page.
 */
export function registerWorkerWhenInstalled(): void {
	if (!("serviceWorker" in navigator)) return;
	const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => {});
	if (matchMedia("(display-mode: standalone)").matches) register();
	window.addEventListener("appinstalled", register);
}
