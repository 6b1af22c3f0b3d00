/** The forms of the site as they are fuzzed: found on its pages, or shown at their moment alone. */
import type { FoundForm } from "../discovery";
import type { Watch } from "../site/watched-site";

export type Who = "visitor" | "viewer" | "admin";

export interface FuzzedForm extends Omit<FoundForm, "page"> {
	who: Who;
	/** Where it is read anew before it is sent; of no page, if it is shown at its moment alone. */
	page: string | undefined;
	/** Of such a one: what it would hold now. */
	now?: () => Record<string, string>;
}

/** What a person would type into a field that is empty. */
const TYPED: Readonly<Record<string, string>> = {
	name: "Cup",
	title: "Cup",
	price: "7",
	stock: "5",
	guess: "12,50",
	payout: "12,50",
	points: "5",
	dailyLoss: "500",
	clientSeed: "seed-1",
	embedCode: "https://www.instagram.com/p/CxYz12abc/",
	demoUrl: "https://demogamesfree.pragmaticplay.net/cup",
	claimUrl: "https://casino.example/",
	text: "username,points\nana,5000",
	bet: "1",
	startCost: "1000",
	answer: "XL",
	codes: "AAA-1\nBBB-2",
	question: "Size?",
};

export type Sent = [name: string, value: string | File][];

/** The form as somebody would send it who means well. */
export function filled({ fields, button, now }: FuzzedForm): Sent {
	if (now) return Object.entries(now());
	const sent: Sent = fields.flatMap(({ name, value, isFile, isSent }): Sent => {
		if (isFile || !isSent) return [];
		if (name === "idempotencyKey") return [[name, crypto.randomUUID()]];
		return [[name, value || (TYPED[name] ?? "")]];
	});
	return button ? [...sent, [button.name, button.value]] : sent;
}

/** The names that a form has, its button's among them. */
export const namesOf = (form: FuzzedForm): string[] => [
	...new Set([
		...form.fields.map(({ name }) => name),
		...filled(form).map(([name]) => name),
		...(form.button ? [form.button.name] : []),
	]),
];

/** Those that a page shows only after something has happened, or in the middle of a round. */
export function momentForms({ all }: Watch): FuzzedForm[] {
	const first = (sql: string, otherwise = crypto.randomUUID() as string) =>
		String(Object.values(all(sql)[0] ?? { none: otherwise })[0]);
	const betId = (game: string) =>
		first(
			`select crash_bets.id from crash_bets join crash_rounds on crash_rounds.id = round_id
			where crash_bets.status = 'active' and game = '${game}' order by crash_bets.created_at desc`,
		);
	const openHunt = () => first("select id from hunts where status = 'open'");
	const idempotencyKey = () => crypto.randomUUID();
	const bet = () => ({ idempotencyKey: idempotencyKey(), stake: "10", auto: "on", target: "1.50" });
	const list: [Who, route: string, action: string, now: () => Record<string, string>][] = [
		["visitor", "routes/preferences", "/preferences", () => ({ ageVerified: "true", returnTo: "/store" })],
		["visitor", "routes/mini-games.plinko", "/mini-games/plinko", () => ({ intent: "refill" })],
		["visitor", "routes/mini-games.crash", "/mini-games/crash", () => ({ intent: "refill" })],
		["viewer", "routes/mini-games.crash", "/mini-games/crash", () => ({ intent: "start" })],
		[
			"visitor",
			"routes/mini-games.crash",
			"/mini-games/crash",
			() => ({ intent: "cancel", betId: idempotencyKey() }),
		],
		["visitor", "routes/social", "/social", () => ({ intent: "show" })],
		["visitor", "routes/social", "/social", () => ({ intent: "hide" })],
		["visitor", "routes/events.$event.$subject", "/events/social_click/twitch", () => ({})],
		...["cancel", "cash-out"].flatMap((intent): typeof list => [
			["viewer", "routes/mini-games.crash", "/mini-games/crash", () => ({ intent, betId: betId("solo") })],
			[
				"viewer",
				"routes/mini-games.live-crash",
				"/mini-games/live-crash",
				() => ({ intent, betId: betId("live") }),
			],
		]),
		["viewer", "routes/mini-games.crash", "/mini-games/crash", () => ({ intent: "place", ...bet() })],
		[
			"viewer",
			"routes/mini-games.live-crash",
			"/mini-games/live-crash",
			() => ({ intent: "place", ...bet() }),
		],
		[
			"viewer",
			"routes/mini-games.live-crash",
			"/mini-games/live-crash",
			() => ({ intent: "queue", ...bet() }),
		],
		["viewer", "routes/mini-games.live-crash", "/mini-games/live-crash", () => ({ intent: "unqueue" })],
		["viewer", "routes/points.care", "/points/care", () => ({ intent: "endBreak" })],
		["viewer", "routes/points.care", "/points/care", () => ({ intent: "dismiss", returnTo: "/store" })],
		[
			"admin",
			"routes/bonus-hunt.manage",
			"/bonus-hunt/manage",
			() => ({
				intent: "start",
				idempotencyKey: idempotencyKey(),
				title: "Hunt",
				startCost: "100",
				stopLoss: "5",
			}),
		],
		[
			"admin",
			"routes/bonus-hunt.manage",
			"/bonus-hunt/manage",
			() => ({
				intent: "undo",
				stepId: first("select max(id) from hunt_steps where undone_at is null", "1"),
			}),
		],
		[
			"admin",
			"routes/bonus-hunt.manage",
			"/bonus-hunt/manage",
			() => ({ intent: "discard", huntId: openHunt() }),
		],
		[
			"admin",
			"routes/bonus-hunt.manage",
			"/bonus-hunt/manage",
			() => ({ intent: "finish", huntId: openHunt() }),
		],
		[
			"admin",
			"routes/user-points.$id",
			`/user-points/${first("select id from users where twitch_username = 'ana'")}`,
			() => ({ mergeId: first("select id from point_merges where undone_at is null") }),
		],
		[
			"admin",
			"routes/orders",
			"/orders",
			() => ({ intent: `resend ${first("select id from orders where status = 'created'")}` }),
		],
	];
	return list.map(([who, route, action, now]) => ({
		...{
			who,
			route,
			action,
			now,
			method: "post",
			isMultipart: false,
			page: undefined,
			fields: [],
			buttons: [],
		},
		...{ button: undefined, key: `${route} ${now().intent ?? ""} at its moment` },
	}));
}

/**
 * Reasons of ledger entries that the forms of a route may cause, once they are accepted. All others may
 * change no points, whatever they are sent with.
 */
export const MAY_CHANGE_POINTS: Readonly<Record<string, RegExp>> = {
	"routes/mini-games.plinko": /^plinko-(stake|payout)$/,
	"routes/mini-games.crash": /^solo-crash-(stake|refund|payout)$/,
	"routes/mini-games.live-crash": /^live-crash-(stake|refund|payout)$/,
	"routes/store.$id.redeem": /^redeem$/,
	"routes/orders": /^redeem-refund$/,
	"routes/user-points": /^admin-adjustment$/,
	"routes/user-points.import": /^admin-adjustment$/,
	"routes/user-points.$id.merge": /^merge:/,
	"routes/user-points.$id": /^merge-undone:/,
	"routes/bonus-hunt.past.$id": /^hunt-prize$/,
};

/** What rounds do by themselves, whoever asks for what meanwhile. */
export const BY_THE_CLOCK = /^(solo|live)-crash-(payout|refund)$|^live-crash-stake$/;

/** Ends what others need: these come last. */
const ENDS = /\b(finish|discard|stop|break|logout|rotate)\b|disable|delete/;
export const isAnEnd = ({ key }: FuzzedForm): boolean => ENDS.test(key);
