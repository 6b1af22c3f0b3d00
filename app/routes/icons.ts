import type { LoaderFunctionArgs } from "@remix-run/node";
import { iconResponse } from "~/pwa/icons.server";

/** An icon of the site, or its default Open Graph picture; status 404 for an unknown name. */
export const loader = ({ request }: LoaderFunctionArgs) => iconResponse(new URL(request.url).pathname);
