import { type Config, DEFAULT_PORT } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { StartError } from "~/storage/site-database.server";
import { createSetup } from "./setup.server";
import { LINK_MINUTES, setupLink } from "./setup-access.server";
import { serveSetup } from "./setup-server.server";
import {
	isPrivateOrigin,
	missingIn,
	type SignInTexts,
	signInTextsIn,
	storedBeside,
} from "./sign-in-settings.server";
import { readSignIn, type saveSignIn } from "./sign-in-store.server";

type Tools = Parameters<typeof saveSignIn>[0] &
	Omit<Parameters<typeof createSetup>[0], "stored" | "print"> &
	Omit<Parameters<typeof serveSetup>[0], "port" | "host" | "setup"> & {
		config: Pick<Config, "NODE_ENV">;
		log: Pick<Log, "isLevelEnabled">;
	};

/**
 * The settings of the sign-in that the environment does not set. If one that is required is missing there and in the
 * database, serves the setup until somebody has entered them, which may take days. The development server listens
 * itself, so that its settings must be complete.
 */
export async function completeSignIn(tools: Tools): Promise<SignInTexts> {
	const { environment, config, log } = tools;
	const fixed = signInTextsIn(environment);
	const stored = storedBeside(fixed, await readSignIn(tools));
	const missing = missingIn({ ...stored, ...fixed });
	if (missing.length === 0 || config.NODE_ENV === "development") return stored;
	const { APP_ORIGIN } = fixed;
	if (APP_ORIGIN && !isPrivateOrigin(APP_ORIGIN)) {
		throw new StartError(
			`${missing.join(", ")} must be set, because the setup in a browser needs an https address, and APP_ORIGIN is ${APP_ORIGIN}.`,
		);
	}
	const port = Number(environment.PORT) || DEFAULT_PORT;
	const setup = await createSetup({
		...tools,
		stored,
		print: (token) => {
			const link = setupLink(token, { ...stored, ...fixed }, environment.PORT);
			const note = `Opens the setup, once, within ${LINK_MINUTES} minutes; "plateia setup" prints a new one. At another address of the site, which then becomes the public one: /setup?token=${token}`;
			log.warn({ event: "setup-link", missing, link, note });
			// Nobody could set up a site whose log has errors only.
			if (!log.isLevelEnabled("warn")) console.error(link);
		},
	});
	const end = await serveSetup({ ...tools, port, host: environment.HOST || undefined, setup });
	const settings = await setup.finished;
	await end();
	return settings;
}
