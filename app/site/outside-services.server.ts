import { createOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { createHuntPictures } from "~/bonus-hunt/outside/pictures.server";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { createPointsProvider } from "~/points/merges/points-provider.server";
import type { Settings } from "~/settings/settings.server";

interface Tools {
	config: Config;
	environment: Readonly<Record<string, string | undefined>>;
	settings: Pick<Settings, "onChange">;
	log: Log;
}

const ADDRESSES = [
	"REDEEM_BOT_URL",
	"POINTS_PROVIDER_URL",
	"BONUS_HUNT_STATS_URL",
	"BONUS_HUNT_SLOTS_URL",
	"BONUS_HUNT_IMAGE_URL",
	"TEST_ORIGIN",
];

/**
 * Creates the clients of outside services, and creates them again when an admin changes the settings. Only addresses
 * of the environment may be in the site's own network: admins need not be those who run the machine.
 */
export function openOutsideServices({ config, environment, settings, log }: Tools) {
	const trusted = new Set(
		ADDRESSES.flatMap((name) => (environment[name] ? new URL(environment[name]).origin : [])),
	);
	const fetcher = createOutgoingFetch(trusted);
	const create = () => ({
		pointsProvider: createPointsProvider(config, { log, fetcher }),
		outsideHunt: createOutsideHunt(config, { log, fetcher }),
		huntPictures: createHuntPictures({ ...config }, { log, trusted }),
	});
	let services = create();
	const end = () => {
		services.outsideHunt?.end();
		services.huntPictures.end();
	};
	settings.onChange(() => {
		end();
		services = create();
	});
	return { fetcher, services: () => services, end };
}
