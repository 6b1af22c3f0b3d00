/**
 * The demo's sign-in provider: an OpenID Connect server that asks for a name and no password.
 * For demos and tests only. It must not be reachable from the internet.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import Provider, { interactionPolicy } from "oidc-provider";
import {
	createAccounts,
	isValidName,
	PLATFORM_ID_CLAIM,
	READY_MADE_NAMES,
	ROLES_CLAIM,
	USERNAME_CLAIM,
} from "./provider-accounts.mjs";
import { listenOnLoopback } from "./provider-listen.mjs";
import { confirmLogoutPage, errorPage, expiredPage, pickNamePage, signedOutPage } from "./provider-pages.mjs";
import { picturePath, servePictures } from "./provider-pictures.mjs";
import { createProviderStore } from "./provider-store.mjs";

const HOUR = 3600;
const MAX_FORM = 2000;
const INTERACTION_PATH = /^\/interaction\/[\w-]+$/;
const COOKIES = {
	// Cookies are shared between ports, so these names must differ from those of the site.
	session: "demo_provider_session",
	interaction: "demo_provider_interaction",
	resume: "demo_provider_resume",
};

/**
 * @typedef {object} ProviderOptions
 * @property {string} siteOrigin the site's origin, such as http://localhost:3000
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {number} [port] 0 selects a free port
 * @property {"localhost" | "127.0.0.1"} [host] the host name in the issuer
 * @property {string} [issuer] by default derived from host and port
 * @property {number} [accessTokenSeconds] by default 3600
 */

/**
 * Starts the provider on the loopback interface. Accounts, tokens and keys are kept in memory until `close`.
 * @param {ProviderOptions} options `port` is 4000 by default
 * @throws EADDRINUSE if the port is taken
 */
export async function startProvider(options) {
	const { siteOrigin, port = 4000, host = "localhost" } = options;
	const store = createProviderStore();
	let down = false;
	/** @type {import("node:http").RequestListener} */
	let answer = (_request, response) => response.writeHead(503).end();
	const listener = await listenOnLoopback(port, (request, response) => {
		if (down) response.writeHead(503, { "content-type": "text/plain" }).end("down");
		else answer(request, response);
	});
	const issuer = options.issuer ?? `http://${host}:${listener.port}`;

	const accounts = createAccounts((name) => picturePath(name) && issuer + picturePath(name));
	const provider = new Provider(issuer, configuration(options, accounts, store));
	provider.use(servePictures);
	provider.use(askForNameEveryTime);
	provider.use(finishLogout(provider, store));
	provider.use(interaction(provider, accounts, siteOrigin));
	provider.on("server_error", (_ctx, error) => console.error("demo provider:", error));
	answer = provider.callback();

	return {
		issuer,
		port: listener.port,
		close: listener.close,
		/** Takes effect at the account's next sign-in or refresh. @param {string} name @param {string[]} roles */
		setRoles: (name, roles) => accounts.setRoles(name, roles),
		/** Changes the account's name and keeps its subject. @param {string} name @param {string} nickname */
		rename: (name, nickname) => accounts.rename(name, nickname),
		/** Revokes all tokens of the account. @param {string} name */
		revoke: (name) => store.revokeAccount(accounts.subjectOf(name)),
		/** While down, every request is answered with 503. @param {boolean} value */
		setDown: (value) => {
			down = value;
		},
	};
}

function configuration({ siteOrigin, clientId, clientSecret, accessTokenSeconds = HOUR }, accounts, store) {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	// The key is new at each start, so its id must be new too: clients cache keys by id.
	const kid = randomBytes(8).toString("hex");
	const policy = interactionPolicy.base();
	policy.remove("consent");
	return {
		adapter: store.Adapter,
		jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }] },
		cookies: { keys: [randomBytes(32).toString("hex")], names: COOKIES },
		clients: [
			{
				client_id: clientId,
				client_secret: clientSecret,
				grant_types: ["authorization_code", "refresh_token"],
				response_types: ["code"],
				redirect_uris: [`${siteOrigin}/login/callback`],
				post_logout_redirect_uris: [`${siteOrigin}/`, siteOrigin],
			},
		],
		pkce: { required: () => true },
		responseTypes: ["code"],
		scopes: ["openid", "offline_access", "profile", "email", "read:roles"],
		claims: {
			openid: ["sub", ROLES_CLAIM, USERNAME_CLAIM, PLATFORM_ID_CLAIM],
			profile: ["nickname", "name", "picture"],
			email: ["email", "email_verified"],
		},
		conformIdTokenClaims: false,
		extraParams: ["audience", "connection"],
		findAccount: (_ctx, subject) => accounts.find(subject),
		loadExistingGrant: grantRequestedScopes,
		issueRefreshToken: async () => true,
		// Tokens outlive the provider's session: the site decides how long a user stays signed in.
		expiresWithSession: async () => false,
		clientBasedCORS: () => false,
		interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
		ttl: {
			AccessToken: accessTokenSeconds,
			AuthorizationCode: 60,
			Grant: 30 * 24 * HOUR,
			IdToken: HOUR,
			Interaction: HOUR,
			RefreshToken: 30 * 24 * HOUR,
			Session: 24 * HOUR,
		},
		renderError: (ctx, problem) => sendPage(ctx, ctx.status, errorPage(problem, siteOrigin)),
		features: {
			devInteractions: { enabled: false },
			revocation: { enabled: true },
			rpInitiatedLogout: {
				enabled: true,
				logoutSource: (ctx, form) => sendPage(ctx, 200, confirmLogoutPage(form)),
				postLogoutSuccessSource: (ctx) => sendPage(ctx, 200, signedOutPage(siteOrigin)),
			},
		},
	};
}

/** Grants the requested scopes without a consent page. */
async function grantRequestedScopes(ctx) {
	const { account, client, params, provider } = ctx.oidc;
	const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
	grant.addOIDCScope(params.scope);
	await grant.save();
	return grant;
}

/** Hides the provider's session from authorization, so that every sign-in asks for a name. */
async function askForNameEveryTime(ctx, next) {
	if (ctx.path === "/auth" || ctx.path.startsWith("/auth/")) {
		const kept = (ctx.req.headers.cookie ?? "")
			.split(/;\s*/)
			.filter((pair) => !pair.startsWith(`${COOKIES.session}=`) && !pair.startsWith(`${COOKIES.session}.`));
		ctx.req.headers.cookie = kept.join("; ");
	}
	await next();
}

/**
 * A sign-out with a valid ID token comes from the site, and one without a session has nothing to end: both redirect
 * back without a page. Any other sign-out must be confirmed.
 */
function finishLogout(provider, store) {
	return async (ctx, next) => {
		await next();
		if (ctx.oidc?.route !== "end_session" || ctx.status !== 200) return;
		const { session, entities, params } = ctx.oidc;
		if (!entities.IdTokenHint && session.accountId) return;
		const grantId = entities.Client && session.grantIdFor(entities.Client.clientId);
		if (grantId) store.revokeGrant(grantId);
		await session.destroy();
		ctx.remove("Set-Cookie");
		ctx.cookies.set(COOKIES.session, null);
		const target = new URL(params.post_logout_redirect_uri ?? provider.urlFor("end_session_success"));
		if (params.post_logout_redirect_uri && params.state !== undefined) {
			target.searchParams.set("state", params.state);
		}
		seeOther(ctx, target.href);
	};
}

/** The page that asks for a name. A valid login hint signs in without the page. */
function interaction(provider, accounts, siteOrigin) {
	return async (ctx, next) => {
		if (!INTERACTION_PATH.test(ctx.path)) return next();
		const finish = async (result) => {
			seeOther(ctx, await provider.interactionResult(ctx.req, ctx.res, result));
		};
		const signIn = (name) => finish({ login: { accountId: accounts.open(name), remember: false } });
		const ask = (status, more) =>
			sendPage(ctx, status, pickNamePage({ action: ctx.path, names: READY_MADE_NAMES, ...more }));

		let hint;
		try {
			hint = (await provider.interactionDetails(ctx.req, ctx.res)).params.login_hint;
		} catch {
			return sendPage(ctx, 400, expiredPage(siteOrigin));
		}
		if (ctx.method === "POST") {
			const form = await readForm(ctx.req);
			if (form.has("cancel")) return finish({ error: "access_denied", error_description: "cancelled" });
			const name = (form.get("name") ?? "").trim();
			return isValidName(name) ? signIn(name) : ask(422, { typed: name, wrong: true });
		}
		if (hint === undefined) return ask(200);
		return isValidName(hint) ? signIn(hint) : ask(200, { typed: hint, wrong: true });
	};
}

async function readForm(request) {
	let text = "";
	for await (const chunk of request) {
		text += chunk;
		if (text.length > MAX_FORM) break;
	}
	return new URLSearchParams(text.slice(0, MAX_FORM));
}

function seeOther(ctx, address) {
	ctx.redirect(address);
	ctx.status = 303;
	ctx.body = "";
}

function sendPage(ctx, status, html) {
	ctx.status = status;
	ctx.type = "html";
	ctx.set("Cache-Control", "no-store");
	ctx.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
	ctx.body = html;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const siteOrigin = process.env.APP_ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`;
	const clientId = process.env.OIDC_CLIENT_ID ?? "plateia-demo";
	const clientSecret = process.env.OIDC_CLIENT_SECRET ?? randomBytes(24).toString("hex");
	const { issuer, close } = await startProvider({
		port: Number(process.env.IDP_PORT ?? 4000),
		siteOrigin,
		clientId,
		clientSecret,
	});
	console.log(`OIDC_ISSUER=${issuer}\nOIDC_CLIENT_ID=${clientId}\nOIDC_CLIENT_SECRET=${clientSecret}`);
	for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
}
