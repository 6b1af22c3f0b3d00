import { openStoreOf } from "~/backups/object-store.server";
import { createOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { createHuntPictures } from "~/bonus-hunt/outside/pictures.server";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import type { Config } from "~/lib/config.server";
import { FORMS, type FormName } from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import type { Log } from "~/observability/log.server";
import { createPointsProvider } from "~/points/merges/points-provider.server";

interface Tools {
	config: Config;
	environment: Readonly<Record<string, string | undefined>>;
	settings: Pick<Site["settings"], "onChange">;
	log: Log;
	now: () => Date;
}

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
		points: createOutgoingFetch(originsOf("POINTS_PROVIDER_URL")),
		hunt: createOutgoingFetch(originsOf("BONUS_HUNT_STATS_URL", "BONUS_HUNT_SLOTS_URL")),
	};
	const trustedPictures = originsOf("BONUS_HUNT_IMAGE_URL");
	const settingsOf = (form: FormName) => JSON.stringify(FORMS[form].map((name) => config[name]));

	function openPoints() {
		return {
			madeFor: settingsOf("pointsProvider"),
			provider: createPointsProvider(config, { log, fetcher: fetchers.points }),
		};
	}
	function openHunt() {
		return {
			madeFor: settingsOf("hunt"),
			outsideHunt: createOutsideHunt(config, { log, fetcher: fetchers.hunt }),
			pictures: createHuntPictures({ ...config }, { log, trusted: trustedPictures }),
		};
	}
	let points = openPoints();
	let hunt = openHunt();
	const end = () => {
		hunt.outsideHunt?.end();
		hunt.pictures.end();
	};
	settings.onChange(() => {
		if (points.madeFor !== settingsOf("pointsProvider")) points = openPoints();
		if (hunt.madeFor === settingsOf("hunt")) return;
		end();
		hunt = openHunt();
	});
	return {
		fetchers,
		/** The store for copies of backups; undefined if none is set. */
		openBackupStore: (ended?: AbortSignal) =>
			openStoreOf(config, environment, { now, ...(ended && { ended }) }),
		services: () => ({
			pointsProvider: points.provider,
			outsideHunt: hunt.outsideHunt,
			huntPictures: hunt.pictures,
		}),
		end,
	};
}
