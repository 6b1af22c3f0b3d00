import type { i18n } from "i18next";
import type { Language } from "./languages";
import type { Messages } from "./messages";

/** Words that only some pages need; those of all pages are each language's `base`. */
export const PARTS = [
	"analytics",
	"care",
	"channel",
	"crash",
	"crashFairness",
	"fairness",
	"hunt",
	"huntManage",
	"legal",
	"lobby",
	"operations",
	"orders",
	"pictures",
	"players",
	"plinko",
	"points",
	"promotions",
	"slots",
	"social",
	"store",
] as const;
type Part = (typeof PARTS)[number];
type Loaders = { [Name in Part]: () => Promise<Pick<Messages, Name>> };

const LOADERS: Record<Language, Loaders> = {
	pt: {
		analytics: () => import("./pt/analytics"),
		care: () => import("./pt/care"),
		channel: () => import("./pt/channel"),
		crash: () => import("./pt/crash"),
		crashFairness: () => import("./pt/crash-fairness"),
		fairness: () => import("./pt/fairness"),
		hunt: () => import("./pt/hunt"),
		huntManage: () => import("./pt/hunt-manage"),
		legal: () => import("./pt/legal"),
		lobby: () => import("./pt/lobby"),
		operations: () => import("./pt/operations"),
		orders: () => import("./pt/orders"),
		pictures: () => import("./pt/pictures"),
		players: () => import("./pt/players"),
		plinko: () => import("./pt/plinko"),
		points: () => import("./pt/points"),
		promotions: () => import("./pt/promotions"),
		slots: () => import("./pt/slots"),
		social: () => import("./pt/social"),
		store: () => import("./pt/store"),
	},
	en: {
		analytics: () => import("./en/analytics"),
		care: () => import("./en/care"),
		channel: () => import("./en/channel"),
		crash: () => import("./en/crash"),
		crashFairness: () => import("./en/crash-fairness"),
		fairness: () => import("./en/fairness"),
		hunt: () => import("./en/hunt"),
		huntManage: () => import("./en/hunt-manage"),
		legal: () => import("./en/legal"),
		lobby: () => import("./en/lobby"),
		operations: () => import("./en/operations"),
		orders: () => import("./en/orders"),
		pictures: () => import("./en/pictures"),
		players: () => import("./en/players"),
		plinko: () => import("./en/plinko"),
		points: () => import("./en/points"),
		promotions: () => import("./en/promotions"),
		slots: () => import("./en/slots"),
		social: () => import("./en/social"),
		store: () => import("./en/store"),
	},
};

/** Which parts the pages under an address speak with. */
const PLACES: Readonly<Record<string, readonly Part[]>> = {
	"/analytics": ["analytics"],
	"/bio": ["legal"],
	"/bonus-hunt": ["hunt"],
	"/bonus-hunt/manage": ["huntManage", "pictures"],
	"/changes": ["channel"],
	"/cookies": ["legal"],
	"/fairness": ["crashFairness", "fairness", "plinko"],
	"/mini-games": ["lobby", "players"],
	"/mini-games/crash": ["crash"],
	"/mini-games/live-crash": ["crash"],
	"/mini-games/plinko": ["plinko"],
	"/operations": ["operations"],
	"/orders": ["orders"],
	"/players": ["players"],
	"/points": ["orders", "points"],
	"/points/care": ["care"],
	"/points/page": ["players"],
	"/privacy": ["legal"],
	"/settings": ["channel", "pictures"],
	"/promotions": ["pictures", "promotions"],
	"/slots": ["pictures", "slots"],
	"/social": ["social"],
	"/store": ["pictures", "store"],
	"/tournament": ["lobby", "players"],
	"/terms": ["legal"],
	"/user-points": ["points"],
};

export function partsOf(pathname: string): Part[] {
	const address = `${plain(pathname)}/`;
	const places = Object.entries(PLACES).filter(([place]) => address.startsWith(`${place}/`));
	return [...new Set(places.flatMap(([, parts]) => parts))];
}

/** As the router reads an address: decoded, in whatever case. */
function plain(pathname: string): string {
	try {
		return decodeURIComponent(pathname).toLowerCase();
	} catch {
		return pathname.toLowerCase();
	}
}

/** The parts that a page needs and that are not there yet. */
const missingParts = ({ language, getResource }: i18n, pathname: string): Part[] =>
	partsOf(pathname).filter((part) => getResource(language, "translation", part) === undefined);

export const hasWords = (instance: i18n, pathname: string): boolean =>
	missingParts(instance, pathname).length === 0;

/** Fetches the words that a page needs. @throws {TypeError} when they cannot be reached. */
export async function loadWords(instance: i18n, pathname: string): Promise<void> {
	const { language } = instance;
	await Promise.all(
		missingParts(instance, pathname).map(async (part) => {
			const words = await LOADERS[language as Language][part]();
			instance.addResourceBundle(
				language,
				"translation",
				{ [part]: words[part as keyof typeof words] },
				true,
			);
		}),
	);
}
