import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
	index("routes/home.tsx"),
	route("mini-games", "routes/mini-games.tsx", [
		route("plinko", "routes/mini-games.plinko.tsx", [route("info", "routes/mini-games.plinko.info.tsx")]),
	]),
	route("tournament", "routes/mini-games.tsx", { id: "tournament" }),
	route("fairness", "routes/fairness.tsx"),
	route("login", "routes/login.ts"),
	route("login/callback", "routes/login.callback.ts"),
	route("login/failed", "routes/login.failed.tsx"),
	route("logout", "routes/logout.ts"),
	route("preferences", "routes/preferences.ts"),
	route("healthz", "routes/healthz.ts"),
	route("*", "routes/not-found.ts"),
] satisfies RouteConfig;
