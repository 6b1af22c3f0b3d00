import { z } from "zod";
import { textsOf } from "~/lib/valid-items";
import type { Log } from "~/observability/log.server";
import {
	type PlatformAnswer,
	PlatformError,
	type PlatformHttp,
	type PlatformRequest,
} from "./platform-http.server";

/** The tokens of the account that has connected the channel. */
export interface UserTokens {
	accessToken: string;
	refreshToken: string;
	/** What the account has granted. */
	scopes: readonly string[];
}

/** Where the tokens of the connected channel are kept. */
export interface TokenStore {
	/** Undefined while no channel is connected. */
	read(): UserTokens | undefined;
	save(tokens: UserTokens): Promise<void>;
}

interface AppToken {
	token: string;
	/** Epoch ms. */
	expiresAt: number;
}

interface Tools {
	http: PlatformHttp;
	/** The token endpoint, without its body. */
	endpoint: Pick<PlatformRequest, "base" | "path">;
	client: { id: string; secret: string };
	store: TokenStore;
	log: Pick<Log, "error">;
	now: () => Date;
}

/** Who sends a request: the site itself, or the account that has connected the channel. */
export type Sender = "app" | "user";

/** A request whose token is added by {@link createTokens}. */
export type Unsigned = Omit<PlatformRequest, "secrets"> & Partial<Pick<PlatformRequest, "secrets">>;

/** An app token is renewed this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000;
const UNAUTHORISED = 401;
/** With this status, or 401, a token endpoint refuses a refresh token. */
const INVALID_GRANT = 400;

const appSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
const userSchema = z.object({
	access_token: z.string().min(1),
	refresh_token: z.string().min(1),
	// Twitch answers with a list, Kick with a text.
	scope: z.union([textsOf(), z.string().transform((text) => text.split(" ").filter(Boolean))]).optional(),
});

/**
 * Obtains and renews tokens by OAuth 2. The app's token is kept in memory. A user token that the platform refuses is
 * refreshed by one request, for which concurrent requests wait.
 */
export function createTokens({ http, endpoint, client, store, log, now }: Tools) {
	let app: AppToken | undefined;
	let asking: Promise<AppToken> | undefined;
	let refreshing: Promise<UserTokens> | undefined;
	/** Refreshed tokens that could not be stored, and the access token that they replace. */
	let unsaved: { replaced: string; tokens: UserTokens } | undefined;

	const request = (fields: Record<string, string>): PlatformRequest => ({
		...endpoint,
		method: "POST",
		body: new URLSearchParams({ ...fields, client_id: client.id, client_secret: client.secret }),
		secrets: [client.secret, ...Object.values(fields)],
	});

	async function requestUserTokens(fields: Record<string, string>, scopes: readonly string[]) {
		const answer = await http.read(request(fields), userSchema);
		return {
			accessToken: answer.access_token,
			refreshToken: answer.refresh_token,
			scopes: answer.scope ?? scopes,
		};
	}

	async function requestAppToken(): Promise<AppToken> {
		const asked = now().getTime();
		const answer = await http.read(request({ grant_type: "client_credentials" }), appSchema);
		return { token: answer.access_token, expiresAt: asked + answer.expires_in * 1000 - EXPIRY_MARGIN_MS };
	}

	async function appToken(): Promise<string> {
		if (app && app.expiresAt > now().getTime()) return app.token;
		asking ??= requestAppToken().finally(() => {
			asking = undefined;
		});
		app = await asking;
		return app.token;
	}

	/** @throws {PlatformError} `unauthorised` while no channel is connected. */
	function userTokens(): UserTokens {
		const kept = store.read();
		if (!kept) throw new PlatformError("unauthorised", "no channel is connected");
		return unsaved?.replaced === kept.accessToken ? unsaved.tokens : kept;
	}

	/** Stores refreshed tokens. If that fails, they are used from memory until the next refresh. */
	async function keep(replaced: string, tokens: UserTokens): Promise<void> {
		unsaved = { replaced, tokens };
		try {
			await store.save(tokens);
			unsaved = undefined;
		} catch (error) {
			log.error({ event: "platform-tokens-unsaved", err: error });
		}
	}

	async function requestRefresh(tokens: UserTokens): Promise<UserTokens> {
		const stored = store.read()?.accessToken;
		try {
			const fields = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };
			const renewed = await requestUserTokens(fields, tokens.scopes);
			// Otherwise the channel has been disconnected or connected again since.
			if (stored !== undefined && store.read()?.accessToken === stored) await keep(stored, renewed);
			return renewed;
		} catch (error) {
			if (error instanceof PlatformError && error.status === INVALID_GRANT)
				throw new PlatformError("unauthorised", error.message, { status: error.status, cause: error });
			throw error;
		}
	}

	/** @param refused the access token that the platform has refused. */
	function refresh(refused: string): Promise<UserTokens> {
		const tokens = userTokens();
		// Another request has already refreshed them.
		if (tokens.accessToken !== refused) return Promise.resolve(tokens);
		refreshing ??= requestRefresh(tokens).finally(() => {
			refreshing = undefined;
		});
		return refreshing;
	}

	const tokenOf = async (sender: Sender) =>
		sender === "app" ? appToken() : (await (refreshing ?? userTokens())).accessToken;

	async function renew(sender: Sender, refused: string): Promise<string> {
		if (sender === "user") return (await refresh(refused)).accessToken;
		if (app?.token === refused) app = undefined;
		return appToken();
	}

	return {
		/** Exchanges the code of an authorization for tokens, which are not stored. */
		exchange: (fields: Record<string, string>) =>
			requestUserTokens({ grant_type: "authorization_code", ...fields }, []),

		/**
		 * Sends a request with a token. If the platform refuses the token, a new one is obtained once.
		 * @param headersOf the headers for a token, by default `Authorization: Bearer`.
		 */
		async send(
			sender: Sender,
			unsigned: Unsigned,
			headersOf = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` }),
		): Promise<PlatformAnswer> {
			const sendWith = (token: string) =>
				http.send({
					...unsigned,
					headers: { ...unsigned.headers, ...headersOf(token) },
					secrets: [...(unsigned.secrets ?? []), token, client.secret],
				});
			const token = await tokenOf(sender);
			try {
				return await sendWith(token);
			} catch (error) {
				if (!(error instanceof PlatformError) || error.status !== UNAUTHORISED) throw error;
				return sendWith(await renew(sender, token));
			}
		},
	};
}
