import type { Count } from "~/analytics/events";
import { answerForms } from "~/forms/early-forms.server";
import { answerAssets } from "~/http/answer-assets.server";
import { answerPages } from "~/http/answer-pages.server";
import { shedLoad } from "~/http/load-shedding.server";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { redirectOtherHosts } from "~/http/other-host.server";
import { matchByBranch } from "~/http/route-branches.server";
import { sendSecurityHeaders } from "~/http/security-headers.server";
import { type AnswerOf, refuseUnavailable } from "~/http/unavailable.server";
import { receiveWebhooks } from "~/http/webhooks.server";
import { addMiddleware } from "~/lib/request-context.server";
import type { Site } from "~/lib/site";
import { busyAnswer } from "~/pages/busy.server";
import { createPageTest, readPages } from "./pages.server";
import { shareVisitorPages } from "./shared-pages.server";

interface Way {
	/** The static files: their folder, and their paths in it. */
	folder: string;
	files: ReadonlySet<string>;
	isLeading(): boolean;
	isAway(): boolean;
	/** What answers messages of other servers, by path. */
	receivers: Parameters<typeof receiveWebhooks>[0];
	/** The user of a known session, from the `Cookie` header. */
	accountOf(cookies: string | undefined): string | undefined;
	/** Cookies whose requests get no shared page. */
	ownCookies: readonly string[];
	count: Count;
}

const answerOf: AnswerOf = ({ request: { url = "/", headers } }, cause) =>
	busyAnswer({ url, cookie: headers.cookie, accept: headers.accept, cause });

/**
 * Installs the way of a request before Express and Remix, in this order. Log, metrics and shutdown follow each request from
 * its start (`onRequest`). A form waits for its turn in `createAction`; behind all this, Remix answers with the routes of the path's
 * first segment, and a page is rendered by `entry.server.tsx`.
 */
export function answerRequests(
	{ config, log }: Pick<Site, "config" | "log">,
	{ folder, files, isLeading, isAway, receivers, accountOf, ownCookies, count }: Way,
) {
	const load = shedLoad({ log, config, files, answerOf });
	const sharedPages = shareVisitorPages(ownCookies, count);
	const isDevelopment = config.NODE_ENV === "development";
	addMiddleware(sendSecurityHeaders(config));
	// Vite's development server checks the host itself and supports more methods.
	if (!isDevelopment) addMiddleware(rejectMalformedRequests(config));
	addMiddleware(redirectOtherHosts(config, files));
	addMiddleware(refuseUnavailable({ isLeading, isAway, files, answerOf }));
	if (!isDevelopment) addMiddleware(answerAssets(folder, files));
	addMiddleware(receiveWebhooks(receivers, log));
	addMiddleware((context, pass) => {
		context.account = accountOf(context.request.headers.cookie);
		pass();
	});
	if (!isDevelopment) addMiddleware(answerForms(async (path) => (await readPages()).formAt(path)));
	// It gets hundreds of module requests at once, and its code may change while a page is in the cache.
	if (!isDevelopment) {
		addMiddleware(load.middleware);
		// Behind the queue, which limits how many requests wait for one render.
		addMiddleware(sharedPages.middleware);
		addMiddleware(answerPages(createPageTest(), matchByBranch()));
	}
	return { load, sharedPages };
}
