import { redirect } from "@remix-run/node";

/** Unknown paths redirect to the home page. */
export const loader = () => redirect("/");
