import type { Site } from "../site/site";
import { openCatalogueRows } from "./catalogue-rows";
import { openShelf } from "./store-content";

/** Whom each address is asked by. */
export const WHO = ["visitor", "viewer", "admin"] as const;
export type Who = (typeof WHO)[number];
export type Fields = () => Record<string, string>;

interface Row {
	path: string;
	/** The status of GET for visitor, viewer and admin. */
	get: [number, number, number];
	/** The same from a page of another site, where that makes a difference. */
	getFromElsewhere?: number;
	/** Where a redirect leads. */
	to?: string | RegExp;
	/** A good form, and the status of posting it; a route without an action answers 405. */
	post?: { fields: Fields; is: [number, number, number]; to?: string | RegExp };
}

/** A round of Plinko. */
export const round: Fields = () => ({
	intent: "play",
	idempotencyKey: crypto.randomUUID(),
	stake: "10",
	balls: "1",
});

const item: Fields = () => ({ idempotencyKey: crypto.randomUUID(), name: "Cup", price: "7", stock: "5" });

const slot: Fields = () => ({
	idempotencyKey: crypto.randomUUID(),
	name: "Cup",
	demoUrl: "https://demogamesfree.pragmaticplay.net/cup",
});

const offer: Fields = () => ({
	idempotencyKey: crypto.randomUUID(),
	revision: "1",
	title: "Cup",
	claimUrl: "https://casino.example/",
});

/** Every route of the build that has a loader or an action; a new one needs a row here. */
export const TABLE: Record<string, Row> = {
	root: { path: "/", get: [200, 200, 200] },
	"routes/home": { path: "/?index", get: [200, 200, 200] },
	"routes/mini-games": {
		path: "/mini-games",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "start" }), is: [401, 403, 200] },
	},
	"routes/mini-games.plinko": {
		path: "/mini-games/plinko",
		get: [200, 200, 200],
		post: { fields: round, is: [200, 200, 200] },
	},
	"routes/mini-games.crash": {
		path: "/mini-games/crash",
		get: [200, 200, 200],
		// What a visitor may do; a viewer's points are no demo's to refill, and stay as they are.
		post: { fields: () => ({ intent: "refill" }), is: [200, 200, 200] },
	},
	"routes/mini-games.crash.info": { path: "/mini-games/crash/info", get: [200, 200, 200] },
	"routes/mini-games.live-crash.info": { path: "/mini-games/live-crash/info", get: [200, 200, 200] },
	"routes/mini-games.live-crash": {
		path: "/mini-games/live-crash",
		get: [200, 200, 200],
		// Taking back a bet that is not queued changes nothing, whatever the round is at.
		post: { fields: () => ({ intent: "unqueue" }), is: [401, 200, 200] },
	},
	tournament: {
		path: "/tournament",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "stop" }), is: [401, 403, 200] },
	},
	"routes/store": { path: "/store", get: [200, 200, 200] },
	// Who is refused is sent where the page sends them; what is stored is checked below.
	"routes/store.new": {
		path: "/store/new",
		get: [302, 302, 200],
		to: "/store",
		post: { fields: item, is: [302, 302, 302], to: "/store" },
	},
	"routes/store.$id.edit": {
		path: "/store/cup/edit",
		get: [302, 302, 200],
		to: "/store",
		post: {
			fields: () => ({ ...item(), revision: "1", stockShown: "5" }),
			is: [302, 302, 302],
			to: "/store",
		},
	},
	"routes/store.$id.disable": {
		path: "/store/jug/disable",
		get: [302, 302, 200],
		to: "/store",
		post: { fields: () => ({}), is: [302, 302, 302], to: "/store" },
	},
	"routes/store.$id.redeem": {
		path: "/store/mug/redeem",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fstore%2Fmug%2Fredeem",
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), revision: "1", price: "100", stock: "5" }),
			is: [302, 302, 302],
			to: /^\/(login\?returnTo=%2Fstore%2Fmug%2Fredeem|store\/mug\/redeem\?order=[\w-]+)$/,
		},
	},
	// No hunt goes on: the guess is refused.
	"routes/bonus-hunt": {
		path: "/bonus-hunt",
		get: [200, 200, 200],
		post: { fields: () => ({ huntId: "none", guess: "12,50" }), is: [401, 409, 409] },
	},
	// What is asked for does not concern the open hunt: an admin is refused as well.
	"routes/bonus-hunt.manage": {
		path: "/bonus-hunt/manage",
		get: [302, 302, 200],
		to: "/",
		post: { fields: () => ({ intent: "finish", huntId: "none" }), is: [302, 302, 409], to: "/" },
	},
	"routes/bonus-hunt.past": { path: "/bonus-hunt/past", get: [200, 200, 200] },
	"routes/bonus-hunt.past.$id": {
		path: "/bonus-hunt/past/none",
		get: [302, 302, 302],
		to: "/bonus-hunt/past",
		post: {
			fields: () => ({ intent: "prize", winnerId: "none", points: "5" }),
			is: [302, 302, 302],
			to: "/bonus-hunt/past",
		},
	},
	"routes/bonus-hunt.overlay": { path: "/bonus-hunt/overlay", get: [200, 200, 200] },
	"routes/api.bonus-hunt-stats": { path: "/api/bonus-hunt-stats", get: [200, 200, 200] },
	"routes/api.bonus-hunt-slots": { path: "/api/bonus-hunt-slots?user=streamer", get: [200, 200, 200] },
	"routes/api.image-proxy": { path: "/api/image-proxy?name=none.png", get: [404, 404, 404] },
	"routes/slots": { path: "/slots", get: [200, 200, 200] },
	"routes/slots.$id.play": { path: "/slots/cup/play", get: [200, 200, 200] },
	"routes/slots.new": {
		path: "/slots/new",
		get: [302, 302, 200],
		to: "/slots",
		post: { fields: slot, is: [302, 302, 302], to: "/slots" },
	},
	"routes/slots.$id.edit": {
		path: "/slots/cup/edit",
		get: [302, 302, 200],
		to: "/slots",
		post: { fields: () => ({ ...slot(), revision: "1" }), is: [302, 302, 302], to: "/slots" },
	},
	"routes/slots.$id.delete": {
		path: "/slots/jug/delete",
		get: [302, 302, 200],
		to: "/slots",
		post: { fields: () => ({ revision: "1" }), is: [302, 302, 302], to: "/slots" },
	},
	"routes/promotions": {
		path: "/promotions",
		get: [200, 200, 200],
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID() }),
			is: [401, 403, 302],
			to: /^\/promotions\/[\w-]+\/edit$/,
		},
	},
	"routes/promotions.$id.edit": {
		path: "/promotions/cup/edit",
		get: [302, 302, 200],
		to: "/promotions",
		post: { fields: offer, is: [302, 302, 302], to: "/promotions" },
	},
	"routes/promotions.$id.delete": {
		path: "/promotions/jug/delete",
		get: [302, 302, 200],
		to: "/promotions",
		post: { fields: () => ({ revision: "1" }), is: [302, 302, 302], to: "/promotions" },
	},
	"routes/slot-images.$name": { path: "/slot-images/none.webp", get: [404, 404, 404] },
	"routes/settings": {
		path: "/settings",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ revision: "0", name: "Stage", soloDraw: "even" }),
			is: [302, 302, 302],
			to: /^\/(settings)?$/,
		},
	},
	"routes/changes": { path: "/changes", get: [302, 302, 200], to: "/" },
	"routes/social": {
		path: "/social",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "show" }), is: [302, 302, 302], to: "/social" },
	},
	"routes/social.links": {
		path: "/social/links",
		get: [302, 302, 200],
		to: "/social",
		post: {
			fields: () => ({ revision: "99", twitch: "https://www.twitch.tv/stage" }),
			is: [302, 302, 409],
			to: "/social",
		},
	},
	"routes/social.posts.$id": {
		path: "/social/posts/new",
		get: [302, 302, 200],
		to: "/social",
		post: {
			fields: () => ({
				intent: "save",
				idempotencyKey: crypto.randomUUID(),
				embedCode: "https://www.instagram.com/p/CxYz12abc/",
			}),
			is: [302, 302, 302],
			to: "/social",
		},
	},
	"routes/bio": { path: "/bio", get: [200, 200, 200] },
	"routes/help": { path: "/help", get: [200, 200, 200] },
	"routes/terms": { path: "/terms", get: [200, 200, 200] },
	"routes/privacy": { path: "/privacy", get: [200, 200, 200] },
	"routes/cookies": { path: "/cookies", get: [200, 200, 200] },
	"routes/analytics": { path: "/analytics", get: [302, 302, 200], to: "/" },
	"routes/operations": { path: "/operations", get: [302, 302, 200], to: "/" },
	"routes/events.$event.$subject": {
		path: "/events/social_click/twitch",
		get: [302, 302, 302],
		to: "/",
		post: { fields: () => ({}), is: [204, 204, 204] },
	},
	"routes/orders": {
		path: "/orders",
		get: [302, 302, 200],
		to: "/",
		// An order that is not there: nothing changes. Who is refused is sent where the page sends them.
		post: {
			fields: () => ({ intent: "cancel", order: crypto.randomUUID() }),
			is: [302, 302, 200],
			to: "/",
		},
	},
	"routes/orders.export": { path: "/orders/export", get: [302, 302, 200], to: "/" },
	"routes/points.orders": { path: "/points/orders", get: [302, 200, 200], to: "/" },
	"routes/points.page": {
		path: "/points/page",
		get: [302, 200, 200],
		to: "/",
		post: { fields: () => ({ isPublic: "on" }), is: [302, 302, 302], to: /^\/(points\/page)?$/ },
	},
	"routes/points.care": {
		path: "/points/care",
		get: [302, 200, 200],
		to: "/",
		post: {
			fields: () => ({ intent: "limit", dailyLoss: "500" }),
			is: [302, 302, 302],
			to: /^\/(points\/care)?$/,
		},
	},
	// Of nobody: an unknown page and one that is not public answer alike.
	"routes/players.$name": { path: "/players/nobody", get: [404, 404, 404] },
	"routes/points": { path: "/points", get: [302, 200, 200], to: "/" },
	"routes/points.export": { path: "/points/export", get: [302, 200, 200], to: "/" },
	// Of nobody: nothing changes.
	"routes/user-points": {
		path: "/user-points",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), userId: "nobody", shown: "0", points: "5" }),
			is: [302, 302, 409],
			to: "/",
		},
	},
	"routes/user-points.export": { path: "/user-points/export", get: [302, 302, 200], to: "/" },
	"routes/user-points.import": {
		path: "/user-points/import",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ intent: "preview", text: "username,points\nana,5" }),
			is: [302, 302, 200],
			to: "/",
		},
	},
	"routes/user-points.$id": {
		path: "/user-points/nobody",
		get: [302, 302, 302],
		to: /^\/(user-points)?$/,
		post: { fields: () => ({ mergeId: "none" }), is: [302, 302, 302], to: /^\/(user-points)?$/ },
	},
	"routes/user-points.$id.merge": {
		path: "/user-points/nobody/merge",
		get: [302, 302, 302],
		to: /^\/(user-points)?$/,
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), held: "5", credit: "5" }),
			is: [302, 302, 302],
			to: /^\/(user-points)?$/,
		},
	},
	"routes/fairness": {
		path: "/fairness",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "rotate" }), is: [401, 302, 302], to: "/fairness" },
	},
	"routes/fairness.crash": { path: "/fairness/crash", get: [200, 200, 200] },
	"routes/fairness.live-crash": { path: "/fairness/live-crash", get: [200, 200, 200] },
	"routes/login": { path: "/login", get: [302, 302, 302], to: /^http:\/\/localhost:\d+\/auth\?/ },
	"routes/login.callback": {
		path: "/login/callback",
		get: [302, 302, 302], // An old callback: a visitor is told, who is signed in goes on.
		to: /^(\/login\/failed\?reason=expired|\/)$/,
	},
	"routes/login.failed": { path: "/login/failed", get: [200, 200, 200] },
	"routes/logout": {
		path: "/logout",
		get: [302, 302, 302],
		to: "/",
		post: { fields: () => ({}), is: [302, 302, 302], to: /^(\/|http:\/\/localhost:\d+\/session\/end\?.*)$/ },
	},
	"routes/preferences": {
		path: "/preferences",
		get: [302, 302, 302],
		to: "/",
		post: {
			fields: () => ({ theme: "light", returnTo: "/fairness" }),
			is: [302, 302, 302],
			to: "/fairness",
		},
	},
	// Without topics there is nothing to tell.
	"routes/live": { path: "/live", get: [204, 204, 204], getFromElsewhere: 403 },
	"routes/healthz": { path: "/healthz", get: [200, 200, 200] },
	// Without a token set up there is no such address; with one it is asked for, see operations.test.ts.
	"routes/metrics": { path: "/metrics", get: [404, 404, 404] },
	"routes/not-found": { path: "/no/such/page", get: [302, 302, 302], to: "/" },
};

/** Puts into a fresh site what the table's addresses name. */
export function furnish(site: Site): void {
	const shelf = openShelf(site);
	for (const id of ["mug", "cup", "jug"]) shelf.add({ id });
	shelf.close();
	const rows = openCatalogueRows(site);
	for (const id of ["cup", "jug"]) {
		rows.addSlot({ id });
		rows.addPromotion({ id });
	}
	rows.close();
}
