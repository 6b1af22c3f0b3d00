/** Paths that hold nothing for search engines: answers for machines, and pages behind the sign-in. */
const CLOSED = [
	"/api/",
	"/bonus-hunt/manage",
	"/bonus-hunt/overlay",
	"/events/",
	"/healthz",
	"/live$",
	"/live?",
	"/login",
	"/logout",
	"/metrics",
	"/offline",
	"/orders",
	"/points",
	"/preferences",
	"/user-points",
];

/** The content of `/robots.txt`: search engines may read all public pages. */
export const ROBOTS = `User-agent: *\n${CLOSED.map((path) => `Disallow: ${path}\n`).join("")}Allow: /\n`;
