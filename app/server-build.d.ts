/** Remix's module with the routes of the build. */
declare module "virtual:remix/server-build" {
	export const routes: import("@remix-run/node").ServerBuild["routes"];
}
