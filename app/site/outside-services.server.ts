import { createOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { createHuntPictures } from "~/bonus-hunt/outside/pictures.server";
import { openStoreOf } from "~/http/object-store.server";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import { FORMS, type FormName } from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import { createPointsProvider } from "~/points/merges/points-provider.server";

type Tools = Pick<Site, "config" | "settings" | "log" | "now"> & {
	environment: Readonly<Record<string, string | undefined>>;
};

declare module "~/lib/site" {
	interface Site {
		fetchers: ReturnType<typeof openOutsideServices>["fetchers"];
	}
}

/** Where the tests serve the outside services. */
const TEST_ORIGIN = "TEST_ORIGIN";

/**
 * Creates the clients of outside services, and creates those again whose settings an admin changes. An address in the
 * site's own network is requested only where the environment sets it for the same service, because an admin may not be
 * the host.
 */
export function openOutsideServices({ config, environment, settings, log, now }: Tools) {
	const originsOf = (...names: string[]) =>
		new Set(
			[...names, TEST_ORIGIN].flatMap((name) => (environment[name] ? new URL(environment[name]).origin : [])),
		);
	const fetchers = {
		bot: createOutgoingFetch(originsOf("REDEEM_BOT_URL")),
		receivers: createOutgoingFetch(originsOf("WEBHOOK_URL", "DISCORD_URL")),
		points: createOutgoingFetch(originsOf("POINTS_PROVIDER_URL")),
		beacon: createOutgoingFetch(originsOf()),
		hunt: createOutgoingFetch(originsOf("BONUS_HUNT_STATS_URL", "BONUS_HUNT_SLOTS_URL")),
	};
	const trustedPictures = originsOf("BONUS_HUNT_IMAGE_URL");
	const settingsOf = (form: FormName) => JSON.stringify(FORMS[form].map((name) => config[name]));

	/** What is opened with the settings of a form, and opened again when they have changed. */
	function followed<Opened>(form: FormName, open: () => Opened, close = (_opened: Opened) => {}) {
		let settingsThen = settingsOf(form);
		let current = open();
		settings.onChange(() => {
			if (settingsThen === settingsOf(form)) return;
			close(current);
			settingsThen = settingsOf(form);
			current = open();
		});
		return { current: () => current, end: () => close(current) };
	}
	const points = followed("pointsProvider", () =>
		createPointsProvider(config, { log, fetcher: fetchers.points }),
	);
	const hunt = followed(
		"hunt",
		() => ({
			outsideHunt: createOutsideHunt(config, { log, fetcher: fetchers.hunt }),
			pictures: createHuntPictures({ ...config }, { log, trusted: trustedPictures }),
		}),
		({ outsideHunt, pictures }) => {
			outsideHunt?.end();
			pictures.end();
		},
	);
	return {
		fetchers,
		/** The store for copies of backups; undefined if none is set. */
		openBackupStore: (ended?: AbortSignal) =>
			openStoreOf(config, environment, { now, ...(ended && { ended }) }),
		services: () => ({
			pointsProvider: points.current(),
			outsideHunt: hunt.current().outsideHunt,
			huntPictures: hunt.current().pictures,
		}),
		end: hunt.end,
	};
}
