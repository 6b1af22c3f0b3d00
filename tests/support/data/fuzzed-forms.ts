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
	amount: "5",
	names: "ana",
	list: "Cup\t1",
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
	/** A form of a page whose address follows from its route. */
	const form = (
		role: Role,
		route: string,
		intent: string | undefined,
		more: () => Record<string, string> = () => ({}),
		action = `/${route.replaceAll(".", "/")}`,
	): FuzzedForm => ({
		...{ role, action, method: "post", isMultipart: false, page: undefined, fields: [], buttons: [] },
		...{
			route: `routes/${route}`,
			button: undefined,
			key: `routes/${route} ${intent ?? ""} from momentForms`,
		},
		now: () => ({ ...(intent && { intent }), ...more() }),
	});
	const [solo, live, manage] = ["mini-games.crash", "mini-games.live-crash", "bonus-hunt.manage"] as const;
	const device = () => ({ device: first("select id from push_subscriptions", "0".repeat(64)) });
	const user = first("select id from users where twitch_username = 'ana'");
	const merge = () => ({ mergeId: first("select id from point_merges where undone_at is null") });
	const step = () => ({ stepId: first("select max(id) from hunt_steps where undone_at is null", "1") });
	const hunt = { title: "Hunt", startCost: "100", stopLoss: "5" };
	return [
		form("visitor", "preferences", undefined, () => ({ ageVerified: "true", returnTo: "/store" })),
		form("visitor", "mini-games.plinko", "refill"),
		form("visitor", solo, "refill"),
		form("viewer", solo, "start"),
		form("visitor", solo, "cancel", () => ({ betId: idempotencyKey() })),
		form("visitor", "social", "show"),
		form("visitor", "social", "hide"),
		form("visitor", "events.$event.$subject", undefined, () => ({}), "/events/social_click/twitch"),
		form("visitor", "overlay.$token.alerts", undefined, () => ({ id: "1" }), "/overlay/none/alerts"),
		form("visitor", "api.v1", undefined, () => ({ points: "5" }), "/api/v1/points"),
		form("admin", "tournament.$id.manage", "undo", () => ({ stepId: "1" }), "/tournament/none/manage"),
		form("viewer", solo, "fly", () => ({ betId: betId("solo") })),
		...["cancel", "cash-out"].flatMap((intent) => [
			form("viewer", solo, intent, () => ({ betId: betId("solo") })),
			form("viewer", live, intent, () => ({ betId: betId("live") })),
		]),
		form("viewer", solo, "place", bet),
		form("viewer", live, "place", bet),
		form("viewer", live, "queue", bet),
		form("viewer", live, "unqueue"),
		form("viewer", "points.care", "endBreak"),
		form("viewer", "points.care", "dismiss", () => ({ returnTo: "/store" })),
		form("viewer", "notifications", "read", () => ({ id: "1" })),
		form("viewer", "notifications", "readAll", () => ({ upTo: "1" })),
		// Only the script of the page sends it.
		form("viewer", "notifications", "subscribe", () => BROWSER),
		form("viewer", "notifications", "unsubscribe", device),
		form("admin", manage, "start", () => ({ idempotencyKey: idempotencyKey(), ...hunt })),
		form("admin", manage, "undo", step),
		form("admin", manage, "discard", () => ({ huntId: openHunt() })),
		form("admin", manage, "finish", () => ({ huntId: openHunt() })),
		form("admin", manage, "reopen", () => ({
			huntId: first("select id from hunts where status = 'finished'"),
		})),
		form("admin", "user-points.$id", undefined, merge, `/user-points/${user}`),
		form("admin", "orders", "resend", () => ({ order: createdOrder() })),
		form("admin", "orders", "approve", () => ({ order: createdOrder(), note: "Sent" })),
		form("admin", "orders", "cancel", () => ({ order: createdOrder(), note: "" })),
	];
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
	"routes/user-points.give": /^admin-adjustment$/,
	"routes/user-points.import.$id": /^admin-adjustment$/,
	"routes/user-points.$id.merge": /^merge:/,
	"routes/user-points.$id": /^merge-undone:/,
	"routes/bonus-hunt.past.$id": /^hunt-prize$/,
	"routes/earn": /^daily-bonus$/,
	"routes/claim": /^claim-code$/,
	"routes/raffles.$id": /^raffle-(stake|refund)$/,
	"routes/tournament": /^tournament-(stake|refund)$/,
	"routes/predictions": /^prediction-stake$/,
	"routes/slots": /^slot-request-(stake|refund)$/,
	"routes/team": /^slot-request-refund$/,
};

/** Reasons of entries that running rounds cause independently of the tested form. */
export const BY_THE_CLOCK =
	/^(solo|live)-crash-(payout|refund)$|^live-crash-stake$|^(raffle|slot-request)-refund$/;

/** Forms that end something that other forms need. They are sent last. */
const DESTRUCTIVE = /\b(finish|discard|stop|break|logout|rotate)\b|disable|delete/;
export const isDestructive = ({ key }: FuzzedForm): boolean => DESTRUCTIVE.test(key);
