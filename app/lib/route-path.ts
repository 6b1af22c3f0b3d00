/** The path of a request as routes are matched: decoded, in lower case. One that cannot be decoded stays as it is. */
export function routePathOf({ url }: Pick<Request, "url">): string {
	const { pathname } = new URL(url);
	try {
		return decodeURIComponent(pathname).toLowerCase();
	} catch {
		return pathname;
	}
}
