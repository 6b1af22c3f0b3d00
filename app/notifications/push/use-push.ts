import { useEffect, useState } from "react";
import { deviceIdOf } from "./push";

/** `checking` until the browser has answered, and on the server. */
export type PushState = "checking" | "unsupported" | "blocked" | "failed" | "ready";

/** The fields of the form that subscribes this browser. */
export interface PushFields {
	endpoint: string;
	p256dh: string;
	auth: string;
}

const isSupported = () =>
	window.isSecureContext &&
	"serviceWorker" in navigator &&
	"PushManager" in window &&
	"Notification" in window;

function fieldsOf({ endpoint, keys }: PushSubscriptionJSON): PushFields | undefined {
	if (!endpoint || !keys?.p256dh || !keys.auth) return undefined;
	return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

const findSubscription = async () =>
	(await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

/**
 * Push messages of this browser. It asks for permission only in `turnOn`.
 * @param publicKey of the site, in base64url.
 */
export function usePush(publicKey: string) {
	const [state, setState] = useState<PushState>("checking");
	/** The subscription of this browser, and its id at the site. */
	const [own, setOwn] = useState<PushFields & { id: string }>();

	async function keep(subscription: PushSubscription | null | undefined) {
		const fields = subscription ? fieldsOf(subscription.toJSON()) : undefined;
		if (fields) setOwn({ ...fields, id: await deviceIdOf(fields.endpoint) });
		return fields;
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first render
	useEffect(() => {
		if (!isSupported()) return setState("unsupported");
		if (Notification.permission === "denied") return setState("blocked");
		findSubscription()
			.then(keep)
			.then(
				() => setState("ready"),
				() => setState("failed"),
			);
	}, []);

	return {
		state,
		own,

		/** Asks for permission and subscribes the browser. @returns undefined if the user or the browser refuses. */
		async turnOn(): Promise<PushFields | undefined> {
			try {
				if ((await Notification.requestPermission()) !== "granted") {
					setState("blocked");
					return undefined;
				}
				await navigator.serviceWorker.register("/sw.js");
				const { pushManager } = await navigator.serviceWorker.ready;
				const known = await pushManager.getSubscription();
				// One that was made with another key of the site gets no messages.
				if (known && !isOfKey(known, publicKey)) await known.unsubscribe();
				const options = { userVisibleOnly: true, applicationServerKey: publicKey };
				const fields = await keep(await pushManager.subscribe(options));
				setState("ready");
				return fields;
			} catch {
				setState("failed");
				return undefined;
			}
		},

		/** Ends the browser's subscription. The site's own record is deleted by the form. */
		async turnOff() {
			await (await findSubscription())?.unsubscribe();
			setOwn(undefined);
		},
	};
}

function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
	const { applicationServerKey: bytes } = options;
	if (!bytes) return true;
	const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}
