import { NO_RULES } from "~/earning/rules/earning-rules";
import { fieldsOf } from "~/earning/rules/rule-fields";
import type { Site } from "../site/site";
import { openCatalogueRows } from "./catalogue-rows";
import { openShelf } from "./store-content";

/** The users that request each path. */
export const ROLES = ["visitor", "viewer", "admin"] as const;
export type Role = (typeof ROLES)[number];
export type Fields = () => Record<string, string>;

interface Row {
	path: string;
	/** The status of GET for visitor, viewer and admin. */
	get: [number, number, number];
	/** The status of GET from a page of another site, if it differs. */
	getFromElsewhere?: number;
	/** The target of a redirect. */
	to?: string | RegExp;
	/** A valid form, and the status of posting it. A route without an action answers 405. */
	post?: { fields: Fields; statuses: [number, number, number]; to?: string | RegExp };
	/** The status of POST to a webhook, whoever sends it from wherever: a signature counts instead of a session. */
	webhook?: number;
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

/** The rules of a site that has saved none. */
const RULE_FIELDS = Object.fromEntries(
	Object.entries(fieldsOf(NO_RULES, "UTC")).map(([name, value]) => [name, String(value)]),
);

/** Every route of the build. A new route needs a row here. */
export const TABLE: Record<string, Row> = {
	root: { path: "/", get: [200, 200, 200] },
	"routes/home": {
		path: "/?index",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "start" }), statuses: [401, 403, 302], to: "/" },
	},
	"routes/mini-games": {
		path: "/mini-games",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "start" }), statuses: [401, 403, 200] },
	},
	"routes/mini-games.plinko": {
		path: "/mini-games/plinko",
		get: [200, 200, 200],
		post: { fields: round, statuses: [200, 200, 200] },
	},
	"routes/mini-games.plinko.info": { path: "/mini-games/plinko/info", get: [200, 200, 200] },
	"routes/mini-games.crash": {
		path: "/mini-games/crash",
		get: [200, 200, 200],
		// Visitors may refill their demo points. For a viewer the intent has no effect on the points.
		post: { fields: () => ({ intent: "refill" }), statuses: [200, 200, 200] },
	},
	"routes/mini-games.crash.info": { path: "/mini-games/crash/info", get: [200, 200, 200] },
	"routes/mini-games.live-crash.info": { path: "/mini-games/live-crash/info", get: [200, 200, 200] },
	"routes/mini-games.live-crash": {
		path: "/mini-games/live-crash",
		get: [200, 200, 200],
		// Removing a bet that is not queued has no effect in any phase.
		post: { fields: () => ({ intent: "unqueue" }), statuses: [401, 200, 200] },
	},
	tournament: {
		path: "/tournament",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "stop" }), statuses: [401, 403, 200] },
	},
	// The item of the goal does not exist.
	"routes/store": {
		path: "/store",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "setGoal", itemId: "none" }), statuses: [401, 409, 409] },
	},
	// Refused users are redirected as for GET. The test checks that nothing is stored.
	"routes/store.new": {
		path: "/store/new",
		get: [302, 302, 200],
		to: "/store",
		post: { fields: item, statuses: [302, 302, 302], to: /^\/store(#item-[\w-]+)?$/ },
	},
	"routes/store.$id.edit": {
		path: "/store/cup/edit",
		get: [302, 302, 200],
		to: "/store",
		post: {
			fields: () => ({ ...item(), revision: "1", stockShown: "5" }),
			statuses: [302, 302, 302],
			to: "/store",
		},
	},
	"routes/store.$id.disable": {
		path: "/store/jug/disable",
		get: [302, 302, 200],
		to: "/store",
		post: { fields: () => ({}), statuses: [302, 302, 302], to: "/store" },
	},
	"routes/store.$id.redeem": {
		path: "/store/mug/redeem",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fstore%2Fmug%2Fredeem",
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), revision: "1", price: "100", stock: "5" }),
			statuses: [302, 302, 302],
			to: /^\/(login\?returnTo=%2Fstore%2Fmug%2Fredeem|store\/mug\/redeem\?order=[\w-]+)$/,
		},
	},
	// There is no open hunt, so the guess is refused.
	"routes/bonus-hunt": {
		path: "/bonus-hunt",
		get: [200, 200, 200],
		post: { fields: () => ({ huntId: "none", guess: "12,50" }), statuses: [401, 409, 409] },
	},
	// The form names another hunt than the open one, so that admins are refused too.
	"routes/bonus-hunt.manage": {
		path: "/bonus-hunt/manage",
		get: [302, 302, 200],
		to: "/",
		post: { fields: () => ({ intent: "finish", huntId: "none" }), statuses: [302, 302, 409], to: "/" },
	},
	"routes/bonus-hunt.past": { path: "/bonus-hunt/past", get: [200, 200, 200] },
	"routes/bonus-hunt.past.$id": {
		path: "/bonus-hunt/past/none",
		get: [302, 302, 302],
		to: "/bonus-hunt/past",
		post: {
			fields: () => ({ intent: "prize", winnerId: "none", points: "5" }),
			statuses: [302, 302, 302],
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
		post: { fields: slot, statuses: [302, 302, 302], to: "/slots" },
	},
	"routes/slots.$id.edit": {
		path: "/slots/cup/edit",
		get: [302, 302, 200],
		to: "/slots",
		post: { fields: () => ({ ...slot(), revision: "1" }), statuses: [302, 302, 302], to: "/slots" },
	},
	"routes/slots.$id.delete": {
		path: "/slots/jug/delete",
		get: [302, 302, 200],
		to: "/slots",
		post: { fields: () => ({ revision: "1" }), statuses: [302, 302, 302], to: "/slots" },
	},
	"routes/promotions": {
		path: "/promotions",
		get: [200, 200, 200],
		post: {
			fields: () => ({}),
			statuses: [401, 403, 302],
			to: /^\/promotions\/[\w-]+\/edit$/,
		},
	},
	"routes/promotions.$id.edit": {
		path: "/promotions/cup/edit",
		get: [302, 302, 200],
		to: "/promotions",
		post: { fields: offer, statuses: [302, 302, 302], to: "/promotions" },
	},
	"routes/promotions.$id.delete": {
		path: "/promotions/jug/delete",
		get: [302, 302, 200],
		to: "/promotions",
		post: { fields: () => ({ revision: "1" }), statuses: [302, 302, 302], to: "/promotions" },
	},
	"routes/slot-images.$name": { path: "/slot-images/none.webp", get: [404, 404, 404] },
	"routes/settings": {
		path: "/settings",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ revision: "0", name: "Stage", soloDraw: "even" }),
			statuses: [302, 302, 302],
			to: /^\/(settings)?$/,
		},
	},
	"routes/settings.services": {
		path: "/settings/services",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ form: "hunt", intent: "save", revision: "99", BONUS_HUNT_USER: "stage" }),
			statuses: [302, 302, 409],
			to: "/",
		},
	},
	"routes/settings.rules": {
		path: "/settings/rules",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ form: "rules", intent: "save", revision: "99", PLAY_REMINDER_MINUTES: "45" }),
			statuses: [302, 302, 409],
			to: "/",
		},
	},
	"routes/settings.texts": {
		path: "/settings/texts",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ form: "names", intent: "save", revision: "99", PLINKO_NAME: "Balls" }),
			statuses: [302, 302, 409],
			to: "/",
		},
	},
	"routes/settings.admins": {
		path: "/settings/admins",
		get: [302, 302, 200],
		to: "/",
		post: { fields: () => ({ intent: "add", who: "nobody" }), statuses: [302, 302, 409], to: "/" },
	},
	"routes/changes": { path: "/changes", get: [302, 302, 200], to: "/" },
	"routes/social": {
		path: "/social",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "show" }), statuses: [302, 302, 302], to: "/social" },
	},
	"routes/social.links": {
		path: "/social/links",
		get: [302, 302, 200],
		to: "/social",
		post: {
			fields: () => ({ revision: "99", twitch: "https://www.twitch.tv/stage" }),
			statuses: [302, 302, 409],
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
			statuses: [302, 302, 302],
			to: "/social",
		},
	},
	"routes/earn": {
		path: "/earn",
		get: [200, 200, 200],
		// The site has no daily bonus.
		post: { fields: () => ({}), statuses: [401, 409, 409] },
	},
	"routes/claim": {
		path: "/claim",
		get: [200, 200, 200],
		post: { fields: () => ({ code: "NOSUCHCODE" }), statuses: [401, 409, 409] },
	},
	"routes/codes": {
		path: "/codes",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({
				...{ intent: "create", idempotencyKey: crypto.randomUUID(), code: crypto.randomUUID() },
				...{ points: "5", minutes: "5", audience: "everybody" },
			}),
			statuses: [302, 302, 302],
			to: /^\/(codes)?$/,
		},
	},
	"routes/codes.overlay.$token": { path: "/codes/overlay/none", get: [404, 404, 404] },
	"routes/settings.earning": {
		path: "/settings/earning",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ intent: "save", revision: "0", ...RULE_FIELDS }),
			statuses: [302, 302, 302],
			to: /^\/(settings\/earning)?$/,
		},
	},
	"routes/settings.stream": {
		path: "/settings/stream",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ intent: "retry" }),
			statuses: [302, 302, 302],
			to: /^\/(settings\/stream)?$/,
		},
	},
	// Without the settings of the platform.
	"routes/settings.stream.$platform": {
		path: "/settings/stream/twitch",
		get: [302, 302, 302],
		to: /^\/($|settings\/stream(\?failed=platformOff)?$)/,
	},
	// No channel is connected.
	"routes/hooks.$platform": { path: "/hooks/twitch", get: [405, 405, 405], webhook: 404 },
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
		post: { fields: () => ({}), statuses: [204, 204, 204] },
	},
	"routes/orders": {
		path: "/orders",
		get: [302, 302, 200],
		to: "/",
		// The order does not exist, so nothing changes. Refused users are redirected as for GET.
		post: {
			fields: () => ({ intent: "cancel", order: crypto.randomUUID() }),
			statuses: [302, 302, 200],
			to: "/",
		},
	},
	"routes/orders.export": { path: "/orders/export", get: [302, 302, 200], to: "/" },
	"routes/points.orders": {
		path: "/points/orders",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fpoints%2Forders",
	},
	"routes/points.history": {
		path: "/points/history",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fpoints%2Fhistory",
		// Nobody has played this round.
		post: {
			fields: () => ({ intent: "share", game: "plinko", round: "none" }),
			statuses: [302, 409, 409],
			to: "/login?returnTo=%2Fpoints%2Fhistory",
		},
	},
	// Nothing is shared at this address. A withdrawn round has the same response.
	"routes/shared.$id.picture": { path: "/shared/none/picture.png", get: [404, 404, 404] },
	"routes/bonus-hunt.past.$id.picture": { path: "/bonus-hunt/past/none/picture.png", get: [404, 404, 404] },
	"routes/shared.$id": { path: "/shared/none", get: [404, 404, 404] },
	"routes/points.page": {
		path: "/points/page",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fpoints%2Fpage",
		post: {
			fields: () => ({ isPublic: "on" }),
			statuses: [302, 302, 302],
			to: /^\/(login\?returnTo=%2Fpoints%2Fpage|points\/page)$/,
		},
	},
	"routes/points.care": {
		path: "/points/care",
		get: [302, 200, 200],
		to: "/login?returnTo=%2Fpoints%2Fcare",
		post: {
			fields: () => ({ intent: "limit", dailyLoss: "500" }),
			statuses: [302, 302, 302],
			to: /^\/(login\?returnTo=%2Fpoints%2Fcare|points\/care)$/,
		},
	},
	// The notification does not exist, so nothing changes.
	"routes/notifications": {
		path: "/notifications",
		get: [302, 200, 200],
		to: "/",
		post: {
			fields: () => ({ intent: "read", id: "1" }),
			statuses: [302, 302, 302],
			to: /^\/(notifications)?$/,
		},
	},
	// The player does not exist. A private page has the same response.
	"routes/players.$name": { path: "/players/nobody", get: [404, 404, 404] },
	"routes/points": { path: "/points", get: [302, 200, 200], to: "/login?returnTo=%2Fpoints" },
	// After the sign-in the page with the link is shown, not the file.
	"routes/points.export": { path: "/points/export", get: [302, 200, 200], to: "/login?returnTo=%2Fpoints" },
	// The user does not exist, so nothing changes.
	"routes/user-points": {
		path: "/user-points",
		get: [302, 302, 200],
		to: "/",
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), userId: "nobody", shown: "0", points: "5" }),
			statuses: [302, 302, 409],
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
			statuses: [302, 302, 200],
			to: "/",
		},
	},
	"routes/user-points.$id": {
		path: "/user-points/nobody",
		get: [302, 302, 302],
		to: /^\/(user-points)?$/,
		post: { fields: () => ({ mergeId: "none" }), statuses: [302, 302, 302], to: /^\/(user-points)?$/ },
	},
	"routes/user-points.$id.merge": {
		path: "/user-points/nobody/merge",
		get: [302, 302, 302],
		to: /^\/(user-points)?$/,
		post: {
			fields: () => ({ idempotencyKey: crypto.randomUUID(), providerPoints: "5", credit: "5" }),
			statuses: [302, 302, 302],
			to: /^\/(user-points)?$/,
		},
	},
	"routes/fairness": {
		path: "/fairness",
		get: [200, 200, 200],
		post: { fields: () => ({ intent: "rotate" }), statuses: [401, 302, 302], to: "/fairness" },
	},
	"routes/fairness.crash": { path: "/fairness/crash", get: [200, 200, 200] },
	"routes/fairness.live-crash": { path: "/fairness/live-crash", get: [200, 200, 200] },
	"routes/login": { path: "/login", get: [302, 302, 302], to: /^http:\/\/localhost:\d+\/auth\?/ },
	"routes/login.callback": {
		path: "/login/callback",
		get: [302, 302, 302], // An expired callback: a visitor sees the reason, a signed-in user is redirected to the start page.
		to: /^(\/login\/failed\?reason=expired|\/)$/,
	},
	"routes/login.failed": { path: "/login/failed", get: [200, 200, 200] },
	"routes/logout": {
		path: "/logout",
		get: [302, 302, 302],
		to: "/",
		post: {
			fields: () => ({}),
			statuses: [302, 302, 302],
			to: /^(\/|http:\/\/localhost:\d+\/session\/end\?.*)$/,
		},
	},
	"routes/preferences": {
		path: "/preferences",
		get: [302, 302, 302],
		to: "/",
		post: {
			fields: () => ({ theme: "light", returnTo: "/fairness" }),
			statuses: [302, 302, 302],
			to: "/fairness",
		},
	},
	// Without topics there are no events to send.
	"routes/live": { path: "/live", get: [204, 204, 204], getFromElsewhere: 403 },
	"routes/offline": { path: "/offline", get: [200, 200, 200] },
	"routes/sw": { path: "/sw.js", get: [200, 200, 200] },
	"routes/robots": { path: "/robots.txt", get: [200, 200, 200] },
	"routes/avatars.$name": { path: "/avatars/none.webp", get: [404, 404, 404] },
	"routes/manifest": { path: "/manifest.webmanifest", get: [200, 200, 200] },
	"routes/icons": { path: "/icons/192.png", get: [200, 200, 200] },
	favicon: { path: "/favicon.ico", get: [200, 200, 200] },
	"touch-icon": { path: "/apple-touch-icon.png", get: [200, 200, 200] },
	"share-picture": { path: "/share.png", get: [200, 200, 200] },
	"routes/healthz": { path: "/healthz", get: [200, 200, 200] },
	// Without a configured token the URL does not exist. site-operations.test.ts covers it with a token.
	"routes/metrics": { path: "/metrics", get: [404, 404, 404] },
	"routes/not-found": { path: "/no/such/page", get: [302, 302, 302], to: "/" },
};

/** The pages that a visitor may open on any site: all but files, data and pages of example content. */
export const VISITOR_PAGES: readonly string[] = Object.values(TABLE)
	.filter(
		({ path, get }) =>
			get[0] === 200 &&
			!/^\/(api|events|healthz|offline|slots\/)|\?index|\.(js|png|ico|txt|webmanifest)$/.test(path),
	)
	.map(({ path }) => path);

/** Adds the records that the table's paths name to a new site. */
export function addRecords(site: Site): void {
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
