/**
 * Packages that are compiled into the server and the commands: large ones of which they need little, and ones of many modules, each of
 * which takes memory (Kysely 13 MB, the packages of signing in 25 MB). The others stay in node_modules.
 */
export const BUNDLED_PACKAGES: (string | RegExp)[] = [
	...["lucide-react", "simple-icons", "kysely", "remix-auth", "remix-auth-oauth2", "arctic", "matter-js"],
	/^@(oslojs|edgefirst-dev|mjackson)\//,
];
