import { redirect } from "@remix-run/node";

/** Any path that the site does not have leads to the start. */
export const loader = () => redirect("/");
