import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
	index("routes/home.tsx"),
	route("mini-games", "routes/mini-games.tsx", [
		route("plinko", "routes/mini-games.plinko.tsx", [route("info", "routes/mini-games.plinko.info.tsx")]),
		route("crash", "routes/mini-games.crash.tsx", [route("info", "routes/mini-games.crash.info.tsx")]),
		route("live-crash", "routes/mini-games.live-crash.tsx", [
			route("info", "routes/mini-games.live-crash.info.tsx"),
		]),
	]),
	route("tournament", "routes/mini-games.tsx", { id: "tournament" }),
	route("fairness", "routes/fairness.tsx"),
	route("fairness/crash", "routes/fairness.crash.tsx"),
	route("fairness/live-crash", "routes/fairness.live-crash.tsx"),
	route("login", "routes/login.ts"),
	route("login/callback", "routes/login.callback.ts"),
	route("login/failed", "routes/login.failed.tsx"),
	route("logout", "routes/logout.ts"),
	route("preferences", "routes/preferences.ts"),
	route("live", "routes/live.ts"),
	route("healthz", "routes/healthz.ts"),
	route("*", "routes/not-found.ts"),
] satisfies RouteConfig;
