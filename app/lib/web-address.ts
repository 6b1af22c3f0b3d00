export const MAX_ADDRESS_LENGTH = 2000;

/**
 * A whole address that a browser may be led to: http or https, which leaves out scripts and data, and without a
 * user name or password.
 * @returns undefined for any other text.
 */
export function webAddressIn(text: string): URL | undefined {
	if (text.length > MAX_ADDRESS_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text))
		return undefined;
	const address = new URL(text);
	return address.username === "" && address.password === "" ? address : undefined;
}

/** Whether an address is at one of these hosts, each a name with a port or not, or `*.` and what others end with. */
export const isAtHost = ({ host }: URL, hosts: readonly string[]): boolean =>
	hosts.some((one) => (one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one));
