import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/** The data of the mounted page, and when the site sent them; undefined while no such page is mounted. */
let mounted: { data: object; at: number; path: string } | undefined;

/**
 * Makes {@link keepDataWhenUnreachable} return this page's data while it is mounted and the site cannot be reached.
 * @returns ms since the site's last answer, while it cannot be reached; else null.
 */
export function useLastData(data: object & { lostMs?: number }): number | null {
	useEffect(() => {
		const at = (data.lostMs === undefined ? undefined : mounted?.at) ?? performance.now();
		mounted = { data, at, path: location.pathname };
	}, [data]);
	useEffect(
		() => () => {
			mounted = undefined;
		},
		[],
	);
	return data.lostMs ?? null;
}

/**
 * A route's `clientLoader`: a reload that fails returns the data of the mounted page, so that typed values are kept.
 * @throws redirects, refusals (status below 500), and every failure while that page does not use {@link useLastData}.
 */
export async function keepDataWhenUnreachable({
	request,
	serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
	try {
		return await serverLoader();
	} catch (error) {
		const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
		if (isAnswer || mounted?.path !== new URL(request.url).pathname) throw error;
		return { ...mounted.data, lostMs: performance.now() - mounted.at };
	}
}
