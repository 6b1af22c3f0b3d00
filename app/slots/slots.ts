import { isAtHost, webAddressIn } from "~/lib/web-address";

/** A slot machine whose demo can be played for nothing. */
export interface Slot {
	id: string;
	name: string;
	provider: string;
	/** An address, or the name of a file in the site's image folder; empty for none. */
	image: string;
	description: string;
	/** Where its demo is launched from. */
	demoUrl: string;
	/** Grows with each edit. */
	revision: number;
}

export const LONGEST = { name: 100, provider: 60, description: 1000 } as const;

/** Whether a demo may be shown: over https alone, from one of the hosts. */
export function isDemoAddress(text: string, hosts: readonly string[]): boolean {
	const address = webAddressIn(text);
	return address?.protocol === "https:" && isAtHost(address, hosts);
}
