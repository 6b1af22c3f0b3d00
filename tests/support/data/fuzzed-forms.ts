/**
 * The forms of the site for the fuzz tests: found on its pages, or listed here if a page shows them only at certain
 * moments.
 */
import { GAMES } from "~/games/games.server";
import type { FoundForm } from "../discovery";
import type { Watch } from "../site/watched-site";

export type Role = "visitor" | "viewer" | "admin";

export interface FuzzedForm extends Omit<FoundForm, "page"> {
	role: Role;
	/** The page to read the form from before it is sent; undefined for a form from `momentForms`. */
	page: string | undefined;
	/** For a form from `momentForms`: its current values. */
	now?: () => Record<string, string>;
}

/** A valid value for a field that is empty. */
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

/** The fields and values of a valid submission. */
export function filled({ fields, button, now }: FuzzedForm): Sent {
	if (now) return Object.entries(now());
	const sent: Sent = fields.flatMap(({ name, value, isFile, isSent }): Sent => {
		if (isFile || !isSent) return [];
		if (name === "idempotencyKey") return [[name, crypto.randomUUID()]];
		return [[name, value || (TYPED[name] ?? "")]];
	});
	return button ? [...sent, [button.name, button.value]] : sent;
}

/** The field names of a form, including the button's. */
export const namesOf = (form: FuzzedForm): string[] => [
	...new Set([
		...form.fields.map(({ name }) => name),
		...filled(form).map(([name]) => name),
		...(form.button ? [form.button.name] : []),
	]),
];

/** A browser's push subscription at a push service that does not exist. */
const BROWSER = {
	endpoint: "https://push.invalid/1",
	p256dh: "BBE61l4hc74duNHdKufoafytJ-9u2_6Im94yHbPHQ0bmW9SouRKK1rcAqajwp2fQb0z46KMXeyy9Gn4tYRIxE7o",
	auth: "AAAAAAAAAAAAAAAAAAAAAA",
	orders: "on",
};

/** Forms that a page shows only after an event or during a round. */
export function momentForms({ all }: Watch): FuzzedForm[] {
	const first = (sql: string, otherwise = crypto.randomUUID() as string) =>
		String(Object.values(all(sql)[0] ?? { none: otherwise })[0]);
	const betId = (game: string) =>
		first(
			`select crash_bets.id from crash_bets join crash_rounds on crash_rounds.id = round_id
			where crash_bets.status = 'active' and game = '${game}' order by crash_bets.created_at desc`,
		);
	const openHunt = () => first("select id from hunts where status = 'open'");
	const createdOrder = () => first("select id from orders where status = 'created'");
	const idempotencyKey = () => crypto.randomUUID();
	const bet = () => ({ idempotencyKey: idempotencyKey(), stake: "10", auto: "on", target: "1.50" });
	const list: [Role, route: string, action: string, now: () => Record<string, string>][] = [
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
		[
			"viewer",
			"routes/mini-games.crash",
			"/mini-games/crash",
			() => ({ intent: "fly", betId: betId("solo") }),
		],
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
		["viewer", "routes/notifications", "/notifications", () => ({ intent: "read", id: "1" })],
		["viewer", "routes/notifications", "/notifications", () => ({ intent: "readAll", upTo: "1" })],
		// Only the script of the page sends it.
		["viewer", "routes/notifications", "/notifications", () => ({ intent: "subscribe", ...BROWSER })],
		[
			"viewer",
			"routes/notifications",
			"/notifications",
			() => ({ intent: "unsubscribe", device: first("select id from push_subscriptions", "0".repeat(64)) }),
		],
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
		["admin", "routes/orders", "/orders", () => ({ intent: "resend", order: createdOrder() })],
		["admin", "routes/orders", "/orders", () => ({ intent: "approve", order: createdOrder(), note: "Sent" })],
		["admin", "routes/orders", "/orders", () => ({ intent: "cancel", order: createdOrder(), note: "" })],
	];
	return list.map(([role, route, action, now]) => ({
		...{
			role,
			route,
			action,
			now,
			method: "post",
			isMultipart: false,
			page: undefined,
			fields: [],
			buttons: [],
		},
		...{ button: undefined, key: `${route} ${now().intent ?? ""} from momentForms` },
	}));
}

/**
 * The reasons of ledger entries that accepted forms of a route may cause. All other forms must not change points,
 * regardless of their values.
 */
export const MAY_CHANGE_POINTS: Readonly<Record<string, RegExp>> = {
	...Object.fromEntries(
		GAMES.map(({ card, reasonPrefix }) => [
			`routes${card.path.replace("/mini-games/", "/mini-games.")}`,
			new RegExp(`^${reasonPrefix}-(stake|refund|payout)$`),
		]),
	),
	"routes/store.$id.redeem": /^redeem$/,
	"routes/orders": /^redeem-refund$/,
	"routes/user-points": /^admin-adjustment$/,
	"routes/user-points.import": /^admin-adjustment$/,
	"routes/user-points.$id.merge": /^merge:/,
	"routes/user-points.$id": /^merge-undone:/,
	"routes/bonus-hunt.past.$id": /^hunt-prize$/,
	"routes/earn": /^daily-bonus$/,
	"routes/claim": /^claim-code$/,
};

/** Reasons of entries that running rounds cause independently of the tested form. */
export const BY_THE_CLOCK = /^(solo|live)-crash-(payout|refund)$|^live-crash-stake$/;

/** Forms that end something that other forms need. They are sent last. */
const DESTRUCTIVE = /\b(finish|discard|stop|break|logout|rotate)\b|disable|delete/;
export const isDestructive = ({ key }: FuzzedForm): boolean => DESTRUCTIVE.test(key);
