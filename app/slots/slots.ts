import type { Translations } from "~/i18n/translations";
import { isAtHost, webAddressIn } from "~/lib/web-address";

/** A slot machine with a free demo. */
export interface Slot {
	id: string;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	description: string;
	/** The address of its demo. */
	demoUrl: string;
	translations: Translations<"description">;
	/** Increases by one with each edit. */
	revision: number;
}

/** Maximum lengths in characters. */
export const MAX_LENGTH = { name: 100, provider: 60, description: 1000 } as const;

/** Whether a demo may be embedded: over https, from one of the hosts or their subdomains. */
export function isDemoAddress(text: string, hosts: readonly string[]): boolean {
	const address = webAddressIn(text);
	return address?.protocol === "https:" && isAtHost(address, hosts);
}
