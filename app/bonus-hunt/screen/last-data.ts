import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/** The data of the mounted page; undefined while no page of the hunt is mounted. */
let mounted: unknown;

/** Makes {@link keepDataWhenUnreachable} return this page's data while it is mounted and the site cannot be reached. */
export function useLastData(data: unknown): void {
	useEffect(() => {
		mounted = data;
		return () => {
			mounted = undefined;
		};
	}, [data]);
}

/**
 * A route's `clientLoader`: a reload that fails returns the data of the mounted page, so that typed values are kept.
 * @throws redirects, refusals (status below 500), and every failure while no page uses {@link useLastData}.
 */
export async function keepDataWhenUnreachable({ serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
	try {
		return await serverLoader();
	} catch (error) {
		const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
		if (isAnswer || mounted === undefined) throw error;
		return mounted;
	}
}
