import { fieldsOf } from "~/earning/rules/rule-fields.server";
import { NO_RULES } from "~/earning/rules/rules";
import type { RecordTexts } from "~/i18n/messages";
import type { Right } from "~/lib/rights";
import { RECORDS } from "~/site/records.server";
import type { Site } from "../site/site";
import { openCatalogueRows } from "./catalogue-rows";
import { permalink } from "./post-rows";
import { openShelf } from "./store-content";

/** The users that request each path. */
export const ROLES = ["visitor", "viewer", "admin"] as const;
export type Role = (typeof ROLES)[number];
export type Fields = () => Record<string, string>;

interface Row {
	path: string;
	/** The status of GET for visitor, viewer and admin. */
	get: Statuses;
	/** The status of GET from a page of another site, if it differs. */
	getFromElsewhere?: number;
	/** The target of a redirect. */
	to?: string | RegExp;
	/** A valid form, and the status of posting it. A route without an action answers 405. */
	post?: { fields: Fields; statuses: Statuses; to?: string | RegExp };
	/** The right with which a moderator is answered as an admin; with all others, as a viewer; `staff` is any right. */
	right?: Right | "staff";
	/** Further forms of its page that are for admins only, also if `post` is for its right. */
	forAdmins?: readonly Fields[];
	/** `post` is for admins only, unlike the page. */
	isFormForAdmins?: true;
	/** The status of POST to a webhook, for every sender: a signature counts instead of a session. */
	webhook?: number;
}

/** A race that takes entries at once. */
export const RACE_FORM = {
	...{ kind: "race", title: "Weekend", games: "plinko", best: "1", rounds: "3", minStake: "10" },
	...{ fee: "0", minAccountHours: "0", endsAt: "2099-01-01T12:00", points1: "50" },
};

/** A round of Plinko. */
export const round: Fields = () => ({
	intent: "play",
	idempotencyKey: crypto.randomUUID(),
	stake: "10",
	balls: "1",
});

/** The rules of a site that has saved none. */
const RULE_FIELDS = Object.fromEntries(
	Object.entries(fieldsOf(NO_RULES, "UTC")).map(([name, value]) => [name, String(value)]),
);

type Statuses = [visitor: number, viewer: number, admin: number];

type Target = string | RegExp;

/** @param to the target of a redirect. */
const row = (get: Statuses, path: string, to?: Target, post?: Row["post"]): Row => ({
	...{ path, get },
	...(to !== undefined && { to }),
	...(post && { post }),
});

/** A valid form of a page, the status of posting it, and the target of a redirect. */
const form = (fields: Fields | Record<string, string>, statuses: Statuses, to?: Target) => ({
	...{ fields: typeof fields === "function" ? fields : () => fields, statuses },
	...(to !== undefined && { to }),
});
type Form = Parameters<typeof form>[0];

/** A page for everybody. */
const open = (path: string, fields?: Form, statuses: Statuses = [200, 200, 200], to?: Target) =>
	row([200, 200, 200], path, undefined, fields && form(fields, statuses, to));
/** A page for admins, which redirects others to the start page. `status` is the answer to the form of an admin. */
const forAdmins = (path: string, fields?: Form, status = 302, to: Target = "/") =>
	row([302, 302, 200], path, "/", fields && form(fields, [302, 302, status], to));
/** A row whose page and form are also for moderators with a right. */
const withRight = (right: Right | "staff" | undefined, listed: Row, more: Partial<Row> = {}): Row => ({
	...{ ...listed, ...more },
	...(right && { right }),
});
/** A page for viewers, which sends visitors to the sign-in, also after a form. */
const forViewers = (path: string, fields?: Form, status = 302, to: Target = signInFor(path)) =>
	row([302, 200, 200], path, signInFor(path), fields && form(fields, [302, status, status], to));
const signInFor = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;
/** `next` is the target of a redirect after the form. */
const redirect = (path: string, to: Target, fields?: Form, next: Target = to) =>
	row([302, 302, 302], path, to, fields && form(fields, [302, 302, 302], next));
/** Nothing is at this address. */
const absent = (path: string) => row([404, 404, 404], path);

/** The required fields of each record, with valid values. */
export const RECORD_FORMS: Record<RecordTexts, Record<string, string>> = {
	slots: { name: "Cup", demoUrl: "https://demogamesfree.pragmaticplay.net/cup" },
	promotions: { title: "Cup", claimUrl: "https://casino.example/" },
	social: { embedCode: "https://www.instagram.com/p/CxYz12abc/" },
	store: { name: "Cup", price: "7" },
	raffles: { title: "Cup", closesAt: "2099-01-01T21:00", prizes: "500" },
};

/** Another value of a field of each record. */
export const RECORD_EDITS: Record<RecordTexts, Record<string, string>> = {
	slots: { name: "Other" },
	promotions: { title: "Other" },
	social: { embedCode: "https://www.instagram.com/p/other_1/" },
	store: { name: "Other" },
	raffles: { title: "Other" },
};

/** The dialogs of a record, over the entries `cup` and `jug`. Refused users are redirected as for GET. */
function dialogsOf({ texts, right, path, list, removal }: (typeof RECORDS)[number]): Record<string, Row> {
	const fields = (more: Record<string, string> = {}) => ({
		...{ idempotencyKey: crypto.randomUUID(), ...RECORD_FORMS[texts], ...more },
		...(texts === "store" && { stock: "5", stockShown: "5" }),
	});
	const isSaved = new RegExp(`^${list}(#edit-[\\w-]+)?$`);
	const dialog = (address: string, sent: Form, to: Target) =>
		withRight(right, row([302, 302, 200], path + address, list, form(sent, [302, 302, 302], to)));
	return {
		...(texts !== "promotions" && { [`${texts}.new`]: dialog("/new", fields, isSaved) }),
		[`${texts}.edit`]: dialog("/cup/edit", () => fields({ revision: "1", ...RECORD_EDITS[texts] }), list),
		[`${texts}.${removal}`]: dialog(`/jug/${removal}`, { revision: "1" }, list),
	};
}

/** A form of settings that another admin has changed since. */
const stale = (name: string, fields: Record<string, string>) => ({
	...{ form: name, intent: "save", revision: "99" },
	...fields,
});

/** A form with an idempotency key. */
const once =
	(fields: Record<string, string>): Fields =>
	() => ({ idempotencyKey: crypto.randomUUID(), ...fields });

/** Every route of the build. A new route needs a row here. */
export const TABLE: Record<string, Row> = {
	...Object.assign({}, ...RECORDS.map(dialogsOf)),
	root: open("/"),
	"routes/home": open("/?index", { intent: "start" }, [401, 403, 302], "/"),
	// It is not running.
	"routes/mini-games": withRight("crash", open("/mini-games", { intent: "stop" }, [401, 403, 409])),
	"routes/mini-games.plinko": open("/mini-games/plinko", round),
	"info-plinko": open("/mini-games/plinko/info"),
	// Closed games, as an unknown page.
	"routes/mini-games.dice": redirect("/mini-games/dice", "/", { intent: "refill" }),
	"info-dice": redirect("/mini-games/dice/info", "/"),
	"routes/mini-games.wheel": redirect("/mini-games/wheel", "/", { intent: "refill" }),
	"info-wheel": redirect("/mini-games/wheel/info", "/"),
	// Visitors may refill their demo points. For a viewer the intent has no effect on the points.
	"routes/mini-games.crash": open("/mini-games/crash", { intent: "refill" }),
	"routes/mini-games.crash.info": open("/mini-games/crash/info"),
	"info-live-crash": open("/mini-games/live-crash/info"),
	// Removing a bet that is not queued has no effect in any phase.
	"routes/mini-games.live-crash": open("/mini-games/live-crash", { intent: "unqueue" }, [401, 200, 200]),
	"routes/events": open("/events"),
	// The tournament does not exist.
	"routes/tournament": open(
		"/tournament",
		once({ intent: "leave", tournamentId: crypto.randomUUID() }),
		[401, 409, 409],
	),
	"routes/tournament.form": withRight(
		"tournaments",
		row(
			[302, 302, 200],
			"/tournament/new",
			"/tournament",
			form(once(RACE_FORM), [302, 302, 302], /^\/tournament(#tournament-[\w-]+)?$/),
		),
	),
	"tournament-edit": withRight(
		"tournaments",
		redirect("/tournament/none/edit", "/tournament", { kind: "cancel" }),
	),
	// The item of the goal does not exist.
	"routes/store": open("/store", { intent: "setGoal", itemId: "none" }, [401, 409, 409]),
	"routes/store.$id.redeem": forViewers(
		"/store/mug/redeem",
		once({ revision: "1", price: "100", stock: "5" }),
		302,
		/^\/(login\?returnTo=%2Fstore%2Fmug%2Fredeem|store\/mug\/redeem\?order=[\w-]+)$/,
	),
	"routes/raffles": open("/raffles"),
	// It is not drawn.
	"routes/raffles.$id": withRight(
		"raffles",
		open("/raffles/cup", { intent: "pass", place: "1", reason: "x" }, [401, 403, 409]),
	),
	"routes/raffles.$id.draw": absent("/raffles/cup/draw.json"),
	// There is no open hunt, so the guess is refused.
	"routes/bonus-hunt": open("/bonus-hunt", { huntId: "none", guess: "12,50" }, [401, 409, 409]),
	// The form names another hunt than the open one, so that admins are refused too.
	"routes/bonus-hunt.manage": withRight(
		"hunt",
		forAdmins("/bonus-hunt/manage", { intent: "finish", huntId: "none" }, 409),
	),
	"routes/bonus-hunt.past": open("/bonus-hunt/past"),
	"routes/bonus-hunt.past.$id": withRight(
		"hunt",
		redirect("/bonus-hunt/past/none", "/bonus-hunt/past", {
			...{ intent: "prize", winnerId: "none", points: "5" },
		}),
	),
	"routes/bonus-hunt.overlay": open("/bonus-hunt/overlay"),
	"routes/tournament.$id.manage": withRight(
		"tournaments",
		row(
			[302, 302, 302],
			"/tournament/none/manage",
			/^\/(tournament)?$/,
			form({ intent: "draw", revision: "1" }, [302, 302, 302], /^\/(tournament)?$/),
		),
	),
	"routes/api.bonus-hunt-stats": open("/api/bonus-hunt-stats"),
	"routes/api.bonus-hunt-slots": open("/api/bonus-hunt-slots?user=streamer"),
	"routes/api.v1.events": { path: "/api/v1/events", get: [401, 401, 401], getFromElsewhere: 403 },
	"routes/api.image-proxy": absent("/api/image-proxy?name=none.png"),
	// Turned off, as an unknown page.
	"routes/predictions": withRight(
		"predictions",
		redirect("/predictions", "/", {
			intent: "lock",
			marketId: crypto.randomUUID(),
			revision: "1",
		}),
	),
	// Requests are off, or the request does not exist.
	"routes/slots": withRight(
		"requests",
		open("/slots", { intent: "played", requestId: "1" }, [401, 403, 409]),
	),
	"routes/slots.$id.play": open("/slots/cup/play"),
	"routes/promotions": open("/promotions", {}, [401, 403, 302], /^\/promotions\/[\w-]+\/edit$/),
	"routes/slot-images.$name": absent("/slot-images/none.webp"),
	"routes/settings": forAdmins(
		"/settings",
		{ form: "channel", intent: "save", revision: "0", CHANNEL_NAME: "Stage" },
		302,
		/^\/(settings)?$/,
	),
	"settings.services": forAdmins("/settings/services", stale("hunt", { BONUS_HUNT_USER: "stage" }), 409),
	"settings.rules": forAdmins("/settings/rules", stale("rules", { PLAY_REMINDER_MINUTES: "45" }), 409),
	"settings.texts": forAdmins("/settings/texts", stale("names", { PLINKO_NAME: "Balls" }), 409),
	"routes/settings.admins": forAdmins("/settings/admins", { intent: "add", who: "nobody" }, 409),
	// Revokes nothing.
	"routes/settings.api": forAdmins(
		"/settings/api",
		{ intent: "revoke", id: "none" },
		302,
		/^\/(settings\/api)?$/,
	),
	// Programs send a token instead of cookies: http/api.test.ts tests each operation with each scope.
	"routes/api.v1": row(
		[405, 405, 405],
		"/api/v1/points",
		undefined,
		form({ user: "ana", amount: "5" }, [401, 401, 401]),
	),
	"routes/changes": forAdmins("/changes"),
	"routes/team": withRight("staff", forAdmins("/team?form=requests", { intent: "none" }, 400)),
	"routes/social": open("/social", { intent: "show" }, [302, 302, 302], "/social"),
	"routes/social.links": row(
		[302, 302, 200],
		"/social/links",
		"/social",
		form({ revision: "99", twitch: "https://www.twitch.tv/stage" }, [302, 302, 409], "/social"),
	),
	// The site has no daily bonus.
	"routes/earn": open("/earn", {}, [401, 409, 409]),
	"routes/claim": open("/claim", { code: "NOSUCHCODE" }, [401, 409, 409]),
	"routes/codes": withRight(
		"codes",
		forAdmins(
			"/codes",
			() => ({
				...{ intent: "create", idempotencyKey: crypto.randomUUID(), code: crypto.randomUUID() },
				...{ points: "5", minutes: "5", audience: "everybody" },
			}),
			302,
			/^\/(codes)?$/,
		),
	),
	"routes/overlay": forAdmins("/overlay", { act: "test" }, 302, /^\/(overlay)?$/),
	"routes/overlay.$token.alerts": row(
		[404, 404, 404],
		"/overlay/none/alerts",
		undefined,
		form({ id: "1" }, [404, 404, 404]),
	),
	"routes/codes.overlay.$token": redirect(
		"/codes/overlay/none",
		/^\/overlay\/none\?scenes=code&lang=(pt|en)$/,
	),
	"routes/overlay.$token": absent("/overlay/none"),
	"routes/overlay.$token.scenes": absent("/overlay/none/scenes"),
	"routes/overlay.$token.state": absent("/overlay/none/state"),
	"routes/settings.earning": forAdmins(
		"/settings/earning",
		{ intent: "save", revision: "0", ...RULE_FIELDS },
		302,
		/^\/(settings\/earning)?$/,
	),
	"routes/settings.stream": forAdmins(
		"/settings/stream",
		{ intent: "retry" },
		302,
		/^\/(settings\/stream)?$/,
	),
	// Without the settings of the platform.
	"routes/settings.stream.$platform": redirect(
		"/settings/stream/twitch",
		/^\/($|settings\/stream(\?failed=platformOff)?$)/,
	),
	// No channel is connected.
	"routes/hooks.$platform": { path: "/hooks/twitch", get: [405, 405, 405], webhook: 404 },
	"routes/bio": open("/bio"),
	"routes/help": open("/help"),
	"routes/legal": open("/terms"),
	privacy: open("/privacy"),
	cookies: open("/cookies"),
	"routes/analytics": forAdmins("/analytics"),
	"routes/operations": forAdmins("/operations"),
	"routes/events.$event.$subject": row(
		[302, 302, 302],
		"/events/social_click/twitch",
		"/",
		form({}, [204, 204, 204]),
	),
	// The order does not exist, so nothing changes. Refused users are redirected as for GET.
	"routes/orders": withRight(
		"orders",
		forAdmins("/orders", () => ({ intent: "cancel", order: crypto.randomUUID() }), 200),
	),
	"routes/orders.export": forAdmins("/orders/export"),
	"routes/points.orders": forViewers("/points/orders"),
	// Nobody has played this round.
	"routes/points.history": forViewers(
		"/points/history",
		{ intent: "share", game: "plinko", round: "none" },
		409,
	),
	// Nothing is shared at this address. A withdrawn round has the same response.
	"routes/shared.$id.picture": absent("/shared/none/picture.png"),
	"routes/bonus-hunt.past.$id.picture": absent("/bonus-hunt/past/none/picture.png"),
	"routes/shared.$id": absent("/shared/none"),
	"routes/points.page": forViewers(
		"/points/page",
		{ isPublic: "on" },
		302,
		/^\/(login\?returnTo=%2Fpoints%2Fpage|points\/page)$/,
	),
	"routes/points.care": forViewers(
		"/points/care",
		{ intent: "limit", dailyLoss: "500" },
		302,
		/^\/(login\?returnTo=%2Fpoints%2Fcare|points\/care)$/,
	),
	// The notification does not exist, so nothing changes.
	"routes/notifications": row(
		[302, 200, 200],
		"/notifications",
		"/",
		form({ intent: "read", id: "1" }, [302, 302, 302], /^\/(notifications)?$/),
	),
	// The player does not exist. A private page has the same response.
	"routes/players.$name": absent("/players/nobody"),
	"routes/points": forViewers("/points"),
	// After the sign-in the page with the link is shown, not the file.
	"routes/points.export": row([302, 200, 200], "/points/export", "/login?returnTo=%2Fpoints"),
	// The user does not exist, so nothing changes.
	"routes/user-points": withRight(
		"names",
		forAdmins("/user-points", once({ intent: "set", userId: "nobody", shown: "0", points: "5" }), 409),
		{ isFormForAdmins: true, forAdmins: [once({ intent: "give", userId: "nobody", amount: "5" })] },
	),
	"routes/user-points.give": withRight(
		"points",
		forAdmins("/user-points/give", once({ names: "nobody", amount: "5", direction: "give" }), 200),
		{ forAdmins: [once({ names: "nobody", amount: "5", direction: "take" })] },
	),
	"routes/user-points.export": forAdmins("/user-points/export"),
	"routes/user-points.import": forAdmins(
		"/user-points/import",
		{ text: "username,points\nana,5" },
		302,
		/^\/(user-points\/import\/[\w-]{36})?$/,
	),
	"routes/user-points.import.$id": redirect(
		"/user-points/import/none",
		/^\/(user-points\/import)?$/,
		once({ unknown: "leave" }),
	),
	"routes/user-points.import.$id.export": forAdmins("/user-points/import/none/export"),
	"routes/user-points.$id": withRight(
		"names",
		redirect("/user-points/nobody", /^\/(user-points)?$/, { name: "hide" }),
	),
	"routes/user-points.$id.merge": redirect(
		"/user-points/nobody/merge",
		/^\/(user-points)?$/,
		once({ providerPoints: "5", credit: "5" }),
	),
	"routes/fairness": open("/fairness", { intent: "rotate" }, [401, 302, 302], "/fairness"),
	"fairness-game": redirect("/fairness/dice", "/", { intent: "rotate" }, /^\/(fairness)?$/),
	"routes/fairness.crash": open("/fairness/crash"),
	"routes/fairness.live-crash": open("/fairness/live-crash"),
	"routes/fairness.raffle": open("/fairness/raffle"),
	"routes/login": redirect("/login", /^http:\/\/localhost:\d+\/auth\?/),
	// An expired callback: a visitor sees the reason, a signed-in user is redirected to the start page.
	"routes/login.callback": redirect("/login/callback", /^(\/login\/failed\?reason=expired|\/)$/),
	"routes/login.failed": open("/login/failed"),
	"routes/logout": redirect("/logout", "/", {}, /^(\/|http:\/\/localhost:\d+\/session\/end\?.*)$/),
	"routes/preferences": redirect("/preferences", "/", { theme: "light", returnTo: "/fairness" }, "/fairness"),
	// Without topics there are no events to send.
	"routes/live": { path: "/live", get: [204, 204, 204], getFromElsewhere: 403 },
	"routes/offline": open("/offline"),
	"routes/sw": open("/sw.js"),
	"routes/robots": open("/robots.txt"),
	"routes/avatars.$name": absent("/avatars/none.webp"),
	"routes/manifest": open("/manifest.webmanifest"),
	"routes/icons": open("/icons/192.png"),
	favicon: open("/favicon.ico"),
	"touch-icon": open("/apple-touch-icon.png"),
	"share-picture": open("/share.png"),
	"routes/healthz": open("/healthz"),
	// Without a configured token the URL does not exist. site-operations.test.ts covers it with a token.
	"routes/metrics": absent("/metrics"),
	"routes/not-found": redirect("/no/such/page", "/"),
};

/** The pages that a visitor may open on any site: all but files, data and pages of example content. */
export const VISITOR_PAGES: readonly string[] = Object.values(TABLE)
	.filter(
		({ path, get }) =>
			get[0] === 200 &&
			!/^\/(api|events|healthz|offline|slots\/|raffles\/)|\?index|\.(js|png|ico|txt|webmanifest)$/.test(path),
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
		rows.add("raffles", { id, title: id, prizes: "5", prize_values: `[{"points":5}]` });
		rows.add("instagram_embeds", { id, embed_code: permalink(`${id}_12345`), position: id.length });
	}
	rows.close();
}
