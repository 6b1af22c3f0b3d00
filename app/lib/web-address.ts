/** In characters. */
export const MAX_ADDRESS_LENGTH = 2000;

/**
 * Parses an absolute URL that is safe to link to: http or https (not `javascript:` or `data:`), without credentials,
 * at most {@link MAX_ADDRESS_LENGTH} characters.
 * @returns undefined for any other text.
 */
export function webAddressIn(text: string): URL | undefined {
	if (text.length > MAX_ADDRESS_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text))
		return undefined;
	const address = new URL(text);
	return address.username === "" && address.password === "" ? address : undefined;
}

const DISCORD = /^https:\/\/((ptb|canary)\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\//;

/** Whether an address is that of a Discord webhook, which accepts only messages of Discord's own format. */
export const isDiscordWebhook = (address: string): boolean =>
	URL.canParse(address) && DISCORD.test(new URL(address).href);

/**
 * Whether the URL's host is in `hosts`, which are lower case. An entry without a port matches the scheme's default
 * port only. `*.example.com` matches its subdomains, not `example.com`.
 */
export const isAtHost = ({ host }: URL, hosts: readonly string[]): boolean =>
	hosts.some((one) => (one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one));

/** Other letters would have to be escaped in an address; a leading dot would hide the file. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(avif|gif|jpe?g|png|webp)$/i;

/** Whether a text is a valid file name of the image folder: no path, raster formats only. The file may not exist. */
export const isImageFileName = (text: string): boolean => text.length <= 150 && FILE_NAME.test(text);

/** Whether a text is an address or a file name of the site's image folder. */
export const isImage = (text: string): boolean => webAddressIn(text) !== undefined || isImageFileName(text);
