import { useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * The idempotency key of a form that stays on its page and is sent again with other values. A key is kept from its
 * submission until a navigation has ended without a refusal; the render that shows the result already has the next key. It
 * is decided by the location, which changes with each navigation: a busy state that begins and ends between two renders
 * is never seen.
 * @param loaded the key that was loaded with the page.
 * @param isRefused whether the form's last submission was refused or not answered.
 * @returns the key, and a function to call when the form is sent.
 */
export function useFormKey(loaded: string, isRefused: boolean) {
	const { key: at } = useLocation();
	const [sent, setSent] = useState<{ key: string; at: string }>();
	const key = sent && (sent.at === at || isRefused) ? sent.key : loaded;
	return { key, onSent: () => setSent({ key, at }) };
}
