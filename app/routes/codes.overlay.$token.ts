import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { languageOf } from "~/i18n/i18next.server";

/** The former address of the running code for a broadcast: redirects to the overlay that shows it. */
export const loader = async ({ request, params: { token = "" } }: LoaderFunctionArgs) =>
	redirect(`/overlay/${encodeURIComponent(token)}?scenes=code&lang=${await languageOf(request)}`);
