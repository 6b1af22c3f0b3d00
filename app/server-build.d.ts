/** What the build makes of the routes. */
declare module "virtual:remix/server-build" {
	export const routes: import("@remix-run/node").ServerBuild["routes"];
}
