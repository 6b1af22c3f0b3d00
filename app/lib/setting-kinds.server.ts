/** The kinds of values that settings have. Each refusal continues a sentence that begins with the setting's name. */
import { z } from "zod";
import { ANNOUNCEMENT_TYPES, type AnnouncementType } from "./announcement-types";
import { isVisible, singleLine, withoutInvisible } from "./single-line";
import { isImage } from "./web-address";

/** A whole number of at least `min` and at most `max`. */
export function wholeFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
	const message = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ""}`;
	const number = z.coerce.number({ invalid_type_error: message });
	return number.refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, message);
}

/** The largest balance that the ledger accepts. */
export const MAX_POINTS = 1e12;

/** Points that a bet may have. Every bet is a multiple of the lowest one. */
const BETS = { lowest: 10, highest: 1_000_000_000 };

export const bet = wholeFrom(BETS.lowest, BETS.highest).refine(
	(points) => points % BETS.lowest === 0,
	`must be a multiple of ${BETS.lowest}`,
);

const ABOVE_ZERO = "must be a number above 0";
export const positive = z.coerce.number({ invalid_type_error: ABOVE_ZERO }).positive(ABOVE_ZERO);

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.enum(values, { errorMap: () => ({ message: `must be one of ${values.join(", ")}` }) });

/** Refines a text; zod's `max` would come before the transformations. */
const within = (length: number) =>
	[({ length: found }: string) => found <= length, `must have at most ${length} characters`] as const;

export const upTo = (length: number) => z.string().refine(...within(length));

export const date = z
	.string()
	.refine(
		(text) =>
			/^\d{4}-\d\d-\d\d$/.test(text) &&
			!Number.isNaN(Date.parse(text)) &&
			new Date(text).toISOString().startsWith(text),
		"must be a date such as 2026-11-22",
	);

export const origin = z
	.string({ required_error: "is missing" })
	.refine((value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value, {
		message: "must be an origin such as https://example.com, without a path",
	});

/** As providers show it: often without the scheme. */
export const storeOrigin = z
	.string()
	.transform((text) => (/^https?:/.test(text) ? text : `https://${text}`).replace(/\/$/, ""))
	.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
		message: "must be an address such as https://s3.example.com, without a path",
	});

export const timeZone = z.string().refine(
	(value) => {
		try {
			return Boolean(new Intl.DateTimeFormat("en", { timeZone: value }));
		} catch {
			return false;
		}
	},
	{ message: "must be an IANA time zone such as Europe/Lisbon" },
);

export const httpAddress = z
	.string()
	.refine((value) => /^https?:/.test(value) && URL.canParse(value), "must be an http or https address");

export const pointsAddress = httpAddress.refine(
	(value) => value.includes("{username}"),
	"must contain {username} in place of the viewer's name",
);

// `fetch` throws for a URL with credentials.
export const bareAddress = httpAddress.refine(
	(value) => !/^https?:\/\/[^/]*@/.test(value),
	"must not contain a user name or password",
);

const claimNames = z.record(z.object({}).passthrough().nullable()).optional();

/** The value of OpenID Connect's `claims` parameter. Checked here because a provider answers a malformed one with an error. */
export const claimsRequest = z.string().refine((text) => {
	try {
		return z.object({ id_token: claimNames, userinfo: claimNames }).strict().safeParse(JSON.parse(text))
			.success;
	} catch {
		return false;
	}
}, 'must be JSON such as {"id_token":{"email":null},"userinfo":{"email":null}}');

/** A host name with an optional port. The prefix `*.` matches its subdomains. */
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

export const hosts = (otherwise: string) =>
	z
		.string()
		.default(otherwise)
		.transform((list) =>
			list
				.toLowerCase()
				.split(",")
				.flatMap((host) => host.trim() || []),
		)
		.refine(
			(list) => list.every((host) => HOST.test(host)),
			"must be hosts such as demo.example, without https://",
		);

/** Types of announcements, separated by commas. */
export const eventTypes = (otherwise: readonly AnnouncementType[]) =>
	z
		.string()
		.default(otherwise.join(", "))
		.transform((list) => list.split(",").flatMap((type) => type.trim() || []))
		.refine(
			(list): list is AnnouncementType[] =>
				list.every((one) => ANNOUNCEMENT_TYPES.some((type) => type === one)),
			`must be types of ${ANNOUNCEMENT_TYPES.join(", ")}`,
		);

/** `true` or `false`; a box that is ticked or not. */
export const flag = oneOf(["true", "false"])
	.default("false")
	.transform((value) => value === "true");

/** A number of points such as `10000`, or a multiplier such as `100x`. */
export const winFrom = z
	.string()
	.trim()
	.regex(/^[1-9]\d{0,8}x?$/i, "must be points such as 10000, or a multiplier such as 100x")
	.transform((typed) => typed.toLowerCase())
	.default("10000");

/** As {@link flag}, but ticked until an admin saves the form. */
export const flagOn = z
	.string()
	.trim()
	.regex(/^(true|false|)$/, "must be true or false")
	.transform((value) => value === "true")
	.default("true");

/** A name or title on one line. */
export const named = (length: number) => line(length).refine(isVisible, "must have a visible character");

/** One line, which may be empty. */
export const line = (length: number) =>
	z
		.string()
		.transform(singleLine)
		.refine(...within(length));

/** Several lines, which may be empty. The carriage returns that a form adds are removed. */
export const lines = (length: number) =>
	z
		.string()
		.transform((typed) =>
			typed
				.split(/\r?\n/)
				.map((one) => withoutInvisible(one).trimEnd())
				.join("\n")
				.trim(),
		)
		.refine(...within(length));

export const email = z
	.string()
	.trim()
	.max(254, "must have at most 254 characters")
	.email("must be an e-mail address");

/** An address, or the name of a file in the image folder. */
export const picture = z.string().trim().refine(isImage, "must be an address or a file name such as me.webp");

/** As `Date.toISOString` writes it. */
export const instant = z
	.string()
	.refine(
		(value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value,
		"must be an instant such as 2026-11-28T21:30:00.000Z",
	);

/** Twitch's rule for a login: 4 to 25 letters, digits and underscores; some old ones have 3. */
const LOGIN = /^[a-z0-9_]{3,25}$/;

/** A login on Twitch, with or without `@`, or the address of the channel's page. */
export const twitchLogin = z
	.string()
	.transform((typed) =>
		typed
			.trim()
			.toLowerCase()
			.replace(/^(https?:\/\/)?(www\.|m\.)?twitch\.tv\//, "")
			.replace(/^@/, "")
			.replace(/\/$/, ""),
	)
	.refine((login) => LOGIN.test(login), "must be a Twitch channel such as plateia_live");
