import type { Config } from "~/lib/config.server";
import { createSetup } from "./setup.server";
import { LINK_MINUTES } from "./setup-access.server";
import { serveSetup } from "./setup-server.server";
import { missingIn, type SignInTexts, signInTextsIn } from "./sign-in-settings";
import { readSignIn, type saveSignIn } from "./sign-in-store.server";

const DEFAULT_PORT = 3000;

type Tools = Parameters<typeof saveSignIn>[0] &
	Omit<Parameters<typeof createSetup>[0], "stored" | "print"> &
	Omit<Parameters<typeof serveSetup>[0], "port" | "host" | "setup"> & {
		config: Pick<Config, "NODE_ENV">;
	};

/**
 * The settings of the sign-in that the environment does not set. If one that is required is missing there and in the
 * database, serves the setup until somebody has entered them, which may take days. The development server listens
 * itself, so that its settings must be complete.
 */
export async function completeSignIn(tools: Tools): Promise<SignInTexts> {
	const { environment, config, log } = tools;
	const fixed = signInTextsIn(environment);
	const stored = await readSignIn(tools);
	const missing = missingIn({ ...stored, ...fixed });
	const others = (texts: SignInTexts): SignInTexts =>
		Object.fromEntries(Object.entries(texts).filter(([name]) => !(name in fixed)));
	if (missing.length === 0 || config.NODE_ENV === "development") {
		return others(stored);
	}
	const port = Number(environment.PORT) || DEFAULT_PORT;
	const setup = createSetup({
		...tools,
		stored,
		print: (token) => {
			const path = `/setup?token=${token}`;
			log.warn({
				event: "setup-link",
				missing,
				link: `${fixed.APP_ORIGIN ?? `http://localhost:${port}`}${path}`,
				note: `Opens the setup, once, within ${LINK_MINUTES} minutes. At another address of the site: ${path}`,
			});
		},
	});
	const end = await serveSetup({ ...tools, port, host: environment.HOST || undefined, setup });
	const settings = await setup.finished;
	await end();
	return settings;
}
