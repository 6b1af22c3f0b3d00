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
	route("store", "routes/store.tsx", [
		route("new", "routes/store.new.tsx"),
		route(":id/edit", "routes/store.$id.edit.tsx"),
		route(":id/disable", "routes/store.$id.disable.tsx"),
		route(":id/redeem", "routes/store.$id.redeem.tsx"),
	]),
	route("slot-images/:name", "routes/slot-images.$name.ts"),
	route("orders", "routes/orders.tsx"),
	route("orders/export", "routes/orders.export.ts"),
	route("points", "routes/points.tsx"),
	route("points/orders", "routes/points.orders.tsx"),
	route("points/export", "routes/points.export.ts"),
	route("user-points", "routes/user-points.tsx"),
	route("user-points/export", "routes/user-points.export.ts"),
	route("user-points/import", "routes/user-points.import.tsx"),
	route("user-points/:id", "routes/user-points.$id.tsx", [
		route("merge", "routes/user-points.$id.merge.tsx"),
	]),
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
