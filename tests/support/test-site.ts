import { pino } from "pino";
import { beaconOf, drawOrder, randomnessOf } from "~/beacon/beacon";
import { readConfig } from "~/lib/config.server";
import type { Site } from "~/lib/site";

const CONFIG = readConfig({
	APP_ORIGIN: "https://site.test",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
	OIDC_ISSUER: "https://id.test",
	OIDC_CLIENT_ID: "site",
	OIDC_CLIENT_SECRET: "secret",
});
/** A beacon whose rounds need no time. */
const BEACON: Site["beacon"] = {
	current: async () => beaconOf("ab"),
	async read({ publicKey, round }) {
		const signature = round.toString(16).padStart(96, "0");
		return { publicKey, round, signature, randomness: randomnessOf(signature) };
	},
	drawOrder: async (...draw) => drawOrder(...draw),
};
const SILENT = pino({ level: "silent" });

/**
 * The services of a site for a test, with a beacon. A partial `config` and `log` are completed; reading any other service that the test
 * does not give throws.
 */
export function testSite<Parts extends { [Name in keyof Site]?: unknown }>(
	parts: Parts,
): Site & NoInfer<Parts> {
	const { config = {}, log = {} } = parts as { config?: object; log?: object };
	const site = {
		beacon: BEACON,
		...parts,
		// The given object stays the one that the test changes.
		config: Object.setPrototypeOf(config, CONFIG),
		log: Object.setPrototypeOf(log, SILENT),
	};
	return new Proxy(site, {
		get(target, name) {
			if (typeof name === "string" && !(name in target) && name !== "then") {
				throw new Error(`the test gives no service "${name}"`);
			}
			return Reflect.get(target, name);
		},
	}) as never;
}
