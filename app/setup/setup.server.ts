import { parse, serialize } from "cookie";
import { IdentityProvider } from "~/account/identity-provider.server";
import { discover, OtherIssuer, unmetDemandsOf } from "~/account/provider-metadata.server";
import { SignInError } from "~/account/sign-in-fault.server";
import { isSameOrigin } from "~/forms/create-action.server";
import { DomainError } from "~/forms/domain-error";
import { readForm } from "~/forms/form-body.server";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { type Config, ConfigError, readConfig } from "~/lib/config.server";
import { withoutEmpty } from "~/lib/without-empty";
import { createSetupAccess } from "./setup-access.server";
import { answerWith, redirectTo, type Visit } from "./setup-page.server";
import { type Faults, faultsOf, type Person, type Problem, problemOf } from "./setup-problems.server";
import {
	isPreset,
	missingIn,
	type PresetName,
	presetFor,
	presetOf,
	type SignInTexts,
	signInTextsIn,
	withScheme,
} from "./sign-in-settings.server";
import { saveSignIn } from "./sign-in-store.server";

type Tools = Parameters<typeof saveSignIn>[0] & {
	config: Pick<Config, "SESSION_SECRET">;
	environment: Readonly<Record<string, string | undefined>>;
	/** The stored settings, some of which are missing. */
	stored: SignInTexts;
	log: ConstructorParameters<typeof IdentityProvider>[0]["log"];
	/** Writes a new link's token to the log. */
	print(token: string): void;
};

/** What has been entered so far. */
interface Draft {
	preset: PresetName;
	/** As typed. An empty text is a field that was left blank; a missing one is what its field proposes. */
	texts: SignInTexts;
	faults: Faults;
	problem?: Problem;
	/** Found with these settings. */
	provider?: IdentityProvider;
	/** Who has signed in there. */
	person?: Person;
}

/**
 * The site while it has no settings for the sign-in: answers all requests but those for files. One browser, admitted by
 * the link, enters the settings, signs in with them, and becomes the first admin. The address at which it opens the link
 * becomes the public one.
 */
export async function createSetup(tools: Tools) {
	const { log, environment } = tools;
	const fixed = signInTextsIn(environment);
	const access = createSetupAccess(tools, tools.print);
	// A stored secret is not sent to a provider that somebody enters now.
	const { OIDC_CLIENT_SECRET: _stored, ...known } = tools.stored;
	const first: Draft = { preset: presetFor({ ...known, ...fixed }.OIDC_ISSUER), texts: known, faults: {} };
	let draft = first;
	let isFinishing = false;
	let announce: (texts: SignInTexts) => void;
	const finished = new Promise<SignInTexts>((resolve) => {
		announce = resolve;
	});
	// The link that `plateia setup` printed before a restart stays valid.
	await access.offer();

	const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-setup" : "setup");
	const isAdmitted = ({ request, url: { origin }, isPrivate }: Visit) =>
		isPrivate && access.isAdmitted(parse(request.headers.get("Cookie") ?? "")[cookieName(origin)], origin);

	/** The settings of a draft that the environment does not set. */
	function settingsIn({ preset, texts }: Draft, origin: string): SignInTexts {
		const { asked, fixed: ofPreset } = presetOf(preset);
		const typed: SignInTexts = Object.fromEntries(asked.map((name) => [name, texts[name]]));
		const all = { OIDC_ISSUER: withScheme(typed.OIDC_ISSUER ?? ""), ...ofPreset, APP_ORIGIN: origin };
		const settings = Object.entries({ ...typed, ...all }).filter(([name]) => !(name in fixed));
		return withoutEmpty(Object.fromEntries(settings));
	}

	/** Whether the environment sets another public address, at which alone a sign-in ends. */
	const isElsewhere = (origin: string) => fixed.APP_ORIGIN !== undefined && fixed.APP_ORIGIN !== origin;

	function form(visit: Visit, status: number, shown = draft): Promise<Response> {
		const { origin, searchParams } = visit.url;
		if (isElsewhere(origin))
			return answerWith(visit, status, { view: "move", address: fixed.APP_ORIGIN ?? "" });
		const chosen = searchParams.get("provider");
		const preset = isPreset(chosen) ? chosen : shown.preset;
		const { preset: tested, texts, faults, problem, person, provider } = shown;
		return answerWith(visit, status, {
			...{ view: "form", preset, fixed, origin },
			texts: {
				...presetOf(preset).proposed(origin),
				...(preset === tested && texts),
				OIDC_CLIENT_SECRET: "",
			},
			hasSecret: preset === tested && Boolean(texts.OIDC_CLIENT_SECRET),
			...(preset === tested && { faults, problem, person, isFound: provider !== undefined }),
		});
	}

	async function open(visit: Visit, token: string): Promise<Response> {
		const { origin } = visit.url;
		// A token that others may have read on its way is used up.
		if ((await access.redeem(token)) && visit.isPrivate) {
			// The secret that another browser has typed must not be sent elsewhere by this one, nor its sign-in become an admin.
			draft = first;
			const secure = origin.startsWith("https:");
			const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
			log.info({ event: "setup-opened", origin });
			return redirectTo("/setup", serialize(cookieName(origin), access.admit(origin), options));
		}
		return isAdmitted(visit) ? redirectTo("/setup") : refuse(visit);
	}

	/** The browser that has set up the site goes on to its sign-in. */
	const starting = (visit: Visit): Promise<Response> =>
		answerWith(visit, 503, { view: "starting", isAdmin: isAdmitted(visit) });

	async function refuse(visit: Visit): Promise<Response> {
		await access.offer();
		return answerWith(visit, 403, { view: "link", reason: visit.isPrivate ? "missing" : "insecure" });
	}

	/** The draft that a form makes of the one before. */
	function draftOf(typed: FormData, origin: string): Draft {
		const chosen = typed.get("preset");
		const preset = isPreset(chosen) ? chosen : draft.preset;
		const names = presetOf(preset).asked.filter((name) => !(name in fixed));
		const texts: SignInTexts = Object.fromEntries(
			names.map((name) => [name, String(typed.get(name) ?? "").trim()]),
		);
		const next: Draft = { preset, texts, faults: {} };
		// A blank secret is the one before, unless a provider that was found is replaced.
		const [old, fresh] = [settingsIn(draft, origin), settingsIn(next, origin)];
		const isKept =
			!draft.provider ||
			(["OIDC_ISSUER", "OIDC_CLIENT_ID"] as const).every((name) => old[name] === fresh[name]);
		const kept = isKept && preset === draft.preset ? draft.texts.OIDC_CLIENT_SECRET : undefined;
		if (texts.OIDC_SCOPE === "") next.faults.OIDC_SCOPE = { code: "OIDC_SCOPE" };
		return { ...next, texts: { ...texts, OIDC_CLIENT_SECRET: texts.OIDC_CLIENT_SECRET || (kept ?? "") } };
	}

	async function save(visit: Visit, typed: FormData): Promise<Response> {
		const { origin } = visit.url;
		const next = draftOf(typed, origin);
		draft = next;
		const all = { ...environment, ...settingsIn(next, origin), SESSION_SECRET: tools.config.SESSION_SECRET };
		try {
			const config = readConfig(all);
			const demands = unmetDemandsOf(await discover(config.OIDC_ISSUER, fetch)).join(", ");
			if (demands) next.faults.OIDC_ISSUER = { code: "unsupported", demands };
			if (Object.keys(next.faults).length === 0) next.provider = new IdentityProvider({ ...tools, config });
		} catch (error) {
			if (!(error instanceof ConfigError || error instanceof OtherIssuer)) {
				log.warn({ event: "setup-provider-refused", issuer: all.OIDC_ISSUER, err: error });
			}
			Object.assign(next.faults, faultsOf(error));
		}
		return next.provider ? redirectTo("/setup") : form(visit, 400, next);
	}

	async function startTest(visit: Visit): Promise<Response> {
		const { origin } = visit.url;
		const { provider } = draft;
		if (!provider) return redirectTo("/setup");
		try {
			const start = new URL("/login", origin);
			return await provider.authorize(new Request(start, { headers: visit.request.headers }));
		} catch (error) {
			return endTest(error);
		}
	}

	async function finishTest({ request }: Visit): Promise<Response> {
		const tested = draft;
		const { provider } = tested;
		// A callback that is loaded again changes nothing.
		if (!provider?.loginCookie.isIn(request)) return redirectTo("/setup");
		const forget = provider.loginCookie.clear();
		try {
			const { claims } = await provider.identify(request);
			const { sub: subject, picture, email } = claims;
			tested.person = {
				subject,
				name: provider.usernameOf(claims),
				picture: typeof picture === "string" ? picture : "",
				hasEmail: typeof email === "string",
				roles: provider.rolesOf(claims),
				claims: Object.keys(claims),
			};
			tested.problem = undefined;
			return redirectTo("/setup", forget);
		} catch (error) {
			return endTest(error, forget);
		}
	}

	function endTest(error: unknown, ...cookies: string[]): Response {
		if (!(error instanceof SignInError)) throw error;
		log.warn({ event: "sign-in-failed", fault: error.fault, err: error.cause });
		draft = { ...draft, person: undefined, problem: problemOf(error) };
		return redirectTo("/setup", ...cookies);
	}

	async function finish(visit: Visit, typed: FormData): Promise<Response> {
		const { origin } = visit.url;
		const { person, provider } = draft;
		// The page may be older than the last test.
		if (!provider || person?.subject !== typed.get("subject")) {
			return form(visit, 409, { ...draft, problem: { code: "changed" } });
		}
		isFinishing = true;
		const settings = settingsIn(draft, origin);
		try {
			await saveSignIn(tools, settings, person.subject);
		} catch (error) {
			isFinishing = false;
			log.error({ event: "setup-not-saved", err: error });
			return form(visit, 503, { ...draft, problem: { code: "storage" } });
		}
		log.info({ event: "setup-finished", origin });
		announce(settings);
		return answerWith(visit, 200, { view: "done", name: person.name });
	}

	async function post(visit: Visit): Promise<Response> {
		const { request, sentOrigin } = visit;
		const { origin } = visit.url;
		const { t } = i18nIn(await languageOf(request));
		if (!isSameOrigin(request, sentOrigin, origin))
			return new Response(t("errors.crossSite"), { status: 403 });
		let typed: FormData;
		try {
			typed = await readForm(request);
		} catch (error) {
			if (!(error instanceof DomainError)) throw error;
			return new Response(t(`errors.${error.code}`), { status: 400 });
		}
		// While the body arrived, the setup may have ended, or another browser may have opened a newer link.
		if (isFinishing) return starting(visit);
		if (!isAdmitted(visit)) return refuse(visit);
		switch (typed.get("intent")) {
			case "save":
				return isElsewhere(origin) ? form(visit, 200) : save(visit, typed);
			case "finish":
				return finish(visit, typed);
			default:
				return redirectTo("/setup");
		}
	}

	return {
		/** Resolves to the new settings once they and the first admin are stored. */
		finished,
		async answer(visit: Visit): Promise<Response> {
			const { method } = visit.request;
			const { pathname, searchParams } = visit.url;
			if (pathname === "/healthz") {
				const headers = { "Cache-Control": "no-store" };
				return Response.json(
					{ status: "setup", missing: missingIn({ ...tools.stored, ...fixed }) },
					{ headers },
				);
			}
			if (isFinishing) return starting(visit);
			const steps: Record<string, ((visit: Visit) => Promise<Response>) | undefined> = {
				"GET /setup": (visit) => form(visit, 200),
				"HEAD /setup": (visit) => form(visit, 200),
				"POST /setup": post,
				"GET /setup/sign-in": startTest,
				"GET /login/callback": finishTest,
			};
			const step = steps[`${method} ${pathname}`];
			if (!step) return answerWith(visit, 503, { view: "closed" });
			const token = searchParams.get("token");
			if (method === "GET" && pathname === "/setup" && token !== null) return open(visit, token);
			return isAdmitted(visit) ? step(visit) : refuse(visit);
		},
	};
}

export type Setup = Awaited<ReturnType<typeof createSetup>>;
