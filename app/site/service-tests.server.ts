/** What admins can try a service with, by the form of its settings. */
import type { TFunction } from "i18next";
import { tryStore } from "~/backups/copies.server";
import { tryOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { DomainError } from "~/forms/domain-error";
import { storeFaultOf } from "~/http/object-store.server";
import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { FormName } from "~/lib/settings.server";
import type { FailedMessage } from "~/settings/service-tests";
import { faultText } from "~/store/orders/order-messages";
import { hasRedeemBot, sendTestMessage } from "~/store/redeem-bot/redeem-bot.server";
import { discordMessages, listFailed, tryMessages, webhookMessages } from "~/team/api/messages.server";
import { site } from "./site.server";

interface Result {
	isGood: boolean;
	/** In sentences. */
	text: string;
}

/** The references of failed messages that the page has shown, and of those that are sent again. */
type Chosen = Record<"failed" | "again", readonly string[]>;

interface ServiceTest {
	/** Whether the service is set up, so that it can be tried. */
	isOn(): boolean;
	/**
	 * Tries the service with the stored settings.
	 * @param who the viewer whose points are looked up; may be empty.
	 */
	run(call: { t: TFunction; admin: string; who: string } & Chosen): Promise<Result>;
	/** The messages that have failed, of which the admin chooses those that are sent again once a test is accepted. */
	listFailed?(language: Language): Promise<FailedMessage[]>;
}

const good = (text: string): Result => ({ isGood: true, text });
const bad = (text: string): Result => ({ isGood: false, text });

const messagesTest = (messages: typeof webhookMessages): ServiceTest => ({
	isOn: () => site.config[messages.address] !== undefined,
	async listFailed(language) {
		const { t } = i18nIn(language);
		const zone = site.config.SITE_TIMEZONE;
		return (await listFailed(site, messages, language)).map(({ at, fault, ...message }) => ({
			...{ ...message, when: formatMoment(new Date(at), language, zone), reason: faultText(fault, t) },
		}));
	},
	async run({ t, failed, again }) {
		const text = t("settings.test.item");
		const { fault, revived } = await tryMessages(site, messages, { text, failed, again });
		if (fault !== undefined) return bad(faultText(fault, t));
		const more = revived > 0 ? ` ${t("settings.test.again", { count: revived })}` : "";
		return good(t("settings.test.accepted") + more);
	},
});

export const SERVICE_TESTS: Partial<Record<FormName, ServiceTest>> = {
	bot: {
		isOn: () => hasRedeemBot(site),
		async run({ t, admin }) {
			const fault = await sendTestMessage(site, { username: admin, item: t("settings.test.item") });
			return fault === undefined ? good(t("settings.test.delivered")) : bad(faultText(fault, t));
		},
	},
	webhook: messagesTest(webhookMessages),
	discord: messagesTest(discordMessages),
	pointsProvider: {
		isOn: () => site.pointsProvider !== undefined,
		async run({ t, admin, who }) {
			if (!site.pointsProvider) throw new DomainError("mergeOff");
			const name = (who || admin).toLowerCase();
			return good(t("settings.test.points", { name, count: await site.pointsProvider.readPoints(name) }));
		},
	},
	hunt: {
		isOn: () => site.outsideHunt !== undefined,
		async run({ t }) {
			const { slots = 0, faults = [] } = (await tryOutsideHunt(site.config, site.fetchers.hunt)) ?? {};
			const texts = faults.map(({ part, reason }) =>
				t("settings.test.huntFailed", {
					part: t(`settings.test.parts.${part}`),
					reason: huntFault(reason, t),
				}),
			);
			return texts.length > 0 ? bad(texts.join(" ")) : good(t("settings.test.slots", { count: slots }));
		},
	},
	backups: {
		isOn: () => site.config.BACKUP_S3_ENDPOINT !== undefined,
		async run({ t }) {
			const store = site.openBackupStore();
			if (!store) throw new DomainError("pageExpired");
			try {
				return good(t("settings.test.copies", { count: await tryStore(store) }));
			} catch (error) {
				site.log.warn({ event: "backup-store-refused", store: store.name, err: error });
				return bad(
					t("settings.test.storeFailed", { reason: t(`settings.test.faults.${storeFaultOf(error)}`) }),
				);
			}
		},
	},
};

/** What the log calls a failure of the hunt's source, for admins. */
function huntFault(reason: string, t: TFunction): string {
	if (reason === "timeout" || reason === "private") return t(`settings.test.faults.${reason}`);
	if (reason.startsWith("status "))
		return t("settings.test.faults.status", { status: reason.slice("status ".length) });
	if (/^(unreachable|E[A-Z_]+|UND_[A-Z_]+)$/.test(reason)) return t("settings.test.faults.unreachable");
	return t("settings.test.faults.invalid", { reason });
}
