import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { sharerKey } from "~/forms/rate-limit.server";
import { waitForSlot } from "~/http/request-queue.server";
import { currentContext } from "~/lib/request-context.server";
import { site } from "~/site/site.server";
import { answerApi } from "~/team/api/answer.server";

/** The API for programs, which send a token instead of cookies. See `docs/api.md`. */
export const loader = ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
	answerApi(site, request, params["*"] ?? "", () =>
		waitForSlot(site.load.queues.form, sharerKey(site.config.TRUSTED_PROXY_HOPS), currentContext()?.response),
	);

export const action = loader;
