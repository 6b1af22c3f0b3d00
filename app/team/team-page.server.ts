import type { Viewer } from "~/account/viewer";
import { readManage } from "~/bonus-hunt/model/manage.server";
import { AUDIENCES } from "~/earning/codes/claim-code";
import { readCodesPage } from "~/earning/codes/codes-page.server";
import { findMarketStates } from "~/events/predictions/predictions.queries.server";
import { readPredictions } from "~/events/predictions/predictions-page.server";
import { findRaffleStates } from "~/events/raffles/raffles.queries.server";
import { readRaffles } from "~/events/raffles/raffles-page.server";
import { readBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { findTournamentStates } from "~/events/tournaments/tournaments.queries.server";
import { readTournamentsNow } from "~/events/tournaments/tournaments-page.server";
import type { LiveSwitch } from "~/games/lobby/lobby-topic";
import { formatEuros } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { may, RIGHTS, type Right } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { readRequests } from "./requests/requests-page.server";

type PageSite = Pick<Site, "db" | "now" | "config"> & { liveSwitch(): LiveSwitch };

/** What the team does about a part of the site now; undefined of one that is switched off. All texts are in the reader's language. */
interface Part {
	title: string;
	/** The whole page. */
	to: string;
	label: string;
	/** What is waiting, at the button. */
	count?: number | "orders";
	links?: { to: string; title: string; text: string }[];
	/** Forms of the whole page. */
	forms?: {
		fields: Record<string, string | number>;
		/** What is about to be done, above the form. */
		text?: string | undefined;
		/** Names the button, besides its text. */
		about?: string;
		inputs?: { name: string; label: string; known?: number }[];
		button: string;
		/** It has a smaller button, in the colour of what cannot be undone. */
		isMinor?: boolean;
		/** The address of a search. */
		search?: string;
	}[];
}

/** Reads what is urgent now in the parts about which the viewer may decide, and the states by which the page becomes new. */
export async function readTeamPage(site: PageSite, viewer: Viewer, language: Language) {
	const { t } = i18nIn(language);
	const hunt = await readManage(site, new URLSearchParams(), language);
	const newest = hunt.hunt ?? hunt.last;
	const isLive = site.liveSwitch().active;
	const requests = await readRequests(site, viewer, language);
	const parts: Record<Right, () => Part | undefined | Promise<Part | undefined>> = {
		hunt() {
			const page = { to: "/bonus-hunt/manage", title: hunt.hunt?.title ?? t("shell.bonusHunt") };
			if (!hunt.hunt) return { ...page, label: t("team.startHunt") };
			const at = hunt.bonuses.findIndex(({ id }) => id === hunt.next?.id);
			const next = hunt.bonuses[at];
			const text =
				next && `${at + 1}/${hunt.bonuses.length} · ${next.name} · ${formatEuros(next.bet / 100, language)}`;
			const form = next && {
				...{ fields: { intent: "open-slot", bonusId: next.id }, text: text ?? "" },
				inputs: [{ name: "payout", label: t("huntManage.payout") }],
				button: t("team.openSlot"),
			};
			return { ...page, label: t("huntManage.title"), forms: form ? [form] : [] };
		},
		orders: () => ({
			...{ title: t("shell.orders"), to: "/orders?status=created", label: t("team.orders"), count: "orders" },
		}),
		async predictions() {
			const { markets } = await readPredictions(site, viewer, language);
			const forms = markets.flatMap(({ id: marketId, revision, state, source, outcomes, question }) => {
				const act = (intent: string, button: string, more = {}) => ({
					...{ about: question, text: question, fields: { marketId, revision, intent, ...more }, button },
				});
				if (state === "open") return act("lock", t("predictions.acts.lock"));
				if (state !== "locked" || source !== "manual") return [];
				return outcomes.map((name, result) => ({
					...act("settle", name, { result }),
					text: result === 0 ? `${question} ${t("predictions.acts.settle")}` : undefined,
				}));
			});
			if (!site.config.PREDICTIONS && forms.length === 0) return undefined;
			return { title: t("predictions.title"), to: "/predictions", label: t("team.predictions"), forms };
		},
		async codes() {
			const { codes, idempotencyKey } = await readCodesPage(site, language, { isAdmin: false });
			const form = {
				button: t("earning.codes.create"),
				fields: { intent: "create", idempotencyKey, audience: AUDIENCES[0] },
				text: codes.flatMap(({ code, state }) => (state === "running" ? [code] : [])).join(" · "),
				inputs: [
					{ name: "points", label: t("earning.codes.points"), known: 100 },
					{ name: "minutes", label: t("earning.codes.minutes"), known: 10 },
				],
			};
			return { title: t("earning.codes.title"), to: "/codes", label: t("team.codes"), forms: [form] };
		},
		async raffles() {
			const { open, over } = await readRaffles(site, { viewer, language });
			// Of a drawn one that is not paid, a place may be passed over.
			const links = [...open, ...over.filter(({ isSettled }) => !isSettled)].map((one) => ({
				...{ to: `/raffles/${one.id}`, title: one.title },
				text: one.isOpen
					? t("raffles.closes", { when: one.closes })
					: t(`raffles.states.${one.state === "open" ? "frozen" : one.state}`),
			}));
			return { title: t("raffles.title"), to: "/raffles", label: t("team.raffles"), links };
		},
		async tournaments() {
			const now = await readTournamentsNow(site, language);
			const links = now.map(async ({ id, path, title, text }) => {
				const bracket = await readBracket(site, id, language);
				const match = bracket?.current?.sides.map((side) => side?.name ?? "–").join(" – ");
				return { to: bracket ? `/tournament/${id}/manage` : path, title, text: match ?? text };
			});
			const page = { title: t("tournaments.title"), to: "/tournament", label: t("team.tournaments") };
			return { ...page, links: await Promise.all(links) };
		},
		crash: () => ({
			...{ title: t("lobby.control"), to: "/mini-games", label: t("shell.miniGames") },
			forms: [
				{ fields: { intent: isLive ? "stop" : "start" }, button: t(isLive ? "lobby.stop" : "lobby.start") },
			],
		}),
		requests() {
			if (!requests) return undefined;
			const { queue } = requests;
			const next = queue.find(({ isOwn }) => !isOwn);
			const forms = (["played", "skipped"] as const).map((intent, at) => ({
				...{ fields: { intent, requestId: next?.id ?? 0 }, about: next?.slot ?? "", isMinor: at > 0 },
				text: at === 0 ? `${next?.slot} · ${next?.name ?? t("shell.anonymous")}` : undefined,
				button: t(`slots.requests.${intent}`),
			}));
			const page = { title: t("team.requests"), to: "/slots#requests", label: t("team.queue") };
			return { ...page, count: queue.length, forms: next ? forms : [] };
		},
		names: () => ({
			...{ title: t("points.hideName"), to: "/user-points", label: t("team.names") },
			forms: [
				{
					...{ search: "/user-points", fields: {} },
					inputs: [{ name: "q", label: t("points.username") }],
					button: t("points.search"),
				},
			],
		}),
		points: () => ({ title: t("points.points"), to: "/user-points/give", label: t("points.givingMany") }),
	};
	const shown = RIGHTS.filter((right) => may(viewer, right)).map(async (right) => {
		const part = await parts[right]();
		return part && { ...part, right };
	});
	return {
		parts: (await Promise.all(shown)).filter((part) => part !== undefined),
		hunt: newest ? { id: newest.id, revision: newest.revision, guesses: newest.guesses } : null,
		isLive,
		queue: (requests?.queue ?? []).map(({ id }) => id).join(),
		tournaments: await findTournamentStates(site.db),
		raffles: await findRaffleStates(site.db),
		predictions: await findMarketStates(site.db),
	};
}
