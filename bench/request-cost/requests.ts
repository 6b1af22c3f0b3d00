/** Random requests within the limits of the server, of the kinds that have been expensive for sites of this stack. */
import { HOSTILE_STRINGS } from "../../tests/support/data/hostile-strings";
import { pickFrom, type Random } from "../../tests/support/random";

export interface CostlyRequest {
	/** What the request is made of, without its long values. */
	name: string;
	method: "GET" | "HEAD" | "POST";
	target: string;
	headers: Record<string, string>;
	body?: string | undefined;
}

/** What is known about the site: paths that answer, search parameters that are read, and forms. */
export interface Surface {
	paths: readonly string[];
	parameters: readonly string[];
	routeIds: readonly string[];
	manifestVersion: string;
	forms: readonly { action: string; fields: readonly string[] }[];
}

/** Bytes of a request's head: Node accepts 16 KiB. */
const HEAD = 15_500;
/** Lengths of paths and queries, and counts of segments and parameters: within the limits of the site, and at Node's. */
const PATHS = [50, 500, 1900, 7000, 14_000];
const SEGMENTS = [5, 16, 16, 14_000];
const QUERIES = [200, 1500, 5800, 7800, 14_000];
const PARAMETERS = [20, 190, 190, 14_000];
/** Sizes below and at the limits of forms, and far above them. */
const BODIES = [4_000, 65_000, 66_000, 1_000_000];

interface Part {
	name: string;
	text: string;
}

const repeated = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
/** `count` numbered copies of a text, as many as fit into `size`. */
function numbered(write: (at: number) => string, separator: string, size: number, most = 100_000): string {
	const parts: string[] = [];
	let length = 0;
	for (let at = 0; at < most; at++) {
		const part = write(at);
		length += part.length + separator.length;
		if (length > size) break;
		parts.push(part);
	}
	return parts.join(separator);
}

/** Texts that are expensive to match, normalise, escape or parse, without percent-encoding. */
const UNITS: readonly string[] = [
	...[
		"a",
		" ",
		"\t",
		"%25",
		"%",
		"[",
		"[[",
		'{"a":',
		'"',
		"\\",
		"<",
		"&",
		"'",
		"(",
		".",
		",",
		";",
		"-",
		"_",
		"0",
	],
	...[
		"é",
		"e\u0301",
		"\u0301",
		"\ufdfa",
		"\u1e9b\u0323",
		"👩‍👩‍👧",
		"ß",
		"İ",
		"가",
		"\u202e",
		"\ud800",
		"Ω",
		"ﬁ",
	],
	...["a b", "aA", "a.", "a@", "1e", "1,", "-1", "\r\n", "//", "../", "http://", "a=b;", "true,"],
];

const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd"));

function longText(random: Random, size: number): Part {
	const unit = random() < 0.8 ? pickFrom(UNITS, random) : pickFrom(HOSTILE_STRINGS, random);
	const written = encode(unit);
	return {
		name: `${size} B of ${JSON.stringify(unit).slice(0, 24)}`,
		text: written.length === 0 ? "" : written.repeat(Math.max(1, Math.floor(size / written.length))),
	};
}

function pathOf(surface: Surface, random: Random): Part {
	const path = random() < 0.03 ? "/__manifest" : pickFrom(surface.paths, random);
	const kind = random();
	if (kind < 0.5) return { name: path, text: path };
	if (kind < 0.7) return { name: `${path}.data`, text: path === "/" ? "/_root.data" : `${path}.data` };
	const size = pickFrom(PATHS, random);
	if (kind < 0.8) {
		const long = longText(random, size);
		const parent = path.slice(0, path.lastIndexOf("/") + 1);
		return { name: `${parent}{${long.name}}`, text: parent + long.text };
	}
	const slash = pickFrom(["/", "/a", "/.", "/..", "%2f", "/%2e", "/%20", "\\", "/;", "/:id", "/*"], random);
	const count = Math.min(pickFrom(SEGMENTS, random), Math.floor(size / slash.length));
	const many = slash.repeat(count);
	const [name, text] = pickFrom(
		[
			[`${path} + ${count} x ${slash}`, path + many],
			[`${count} x ${slash} + ${path}`, `/${many}${path}`],
			[`${path} + ${count} x ${slash} + .data`, `${path}${many}.data`],
			[`/ + ${count} x ${slash}`, `/${many}`],
		] as const,
		random,
	);
	return { name, text };
}

function queryOf(surface: Surface, random: Random, size: number): Part {
	const name = pickFrom(surface.parameters, random);
	const most = pickFrom(PARAMETERS, random);
	const value = "x".repeat(pickFrom([0, 1, 30], random));
	const deep = Math.floor(size / 3);
	const kinds: readonly (() => Part)[] = [
		() => ({ name: `many times ${name}`, text: numbered(() => `${name}=${value}`, "&", size, most) }),
		() => ({ name: `many times ${name}=`, text: numbered((at) => `${name}=${value}${at}`, "&", size, most) }),
		() => ({ name: "many names", text: numbered((at) => `p${at}=${value}`, "&", size, most) }),
		() => ({ name: "only &", text: repeated("&", Math.min(size, most)) }),
		() => ({ name: "only =", text: repeated("=", size) }),
		() => ({
			name: "all parameters",
			text: numbered(
				(at) => `${surface.parameters[at % surface.parameters.length]}=${value}${at}`,
				...(["&", size, most] as const),
			),
		}),
		() => ({ name: `deep ${name}[a]`, text: `${name}${repeated("[a]", deep)}=1` }),
		() => ({ name: `deep ${name}.a`, text: `${name}${repeated(".a", deep)}=1` }),
		() => ({ name: "many ids in _routes", text: `_routes=${numbered((at) => `r${at}`, ",", size)}` }),
		() => ({ name: "commas in _routes", text: `_routes=${repeated(",", size)}` }),
		() => ({
			name: "all ids in _routes",
			text: `_routes=${numbered((at) => surface.routeIds[at % surface.routeIds.length] ?? "", ",", size)}`,
		}),
		() => ({
			name: "paths to discover",
			text: `version=${surface.manifestVersion}&${numbered((at) => `p=/store/${at}`, "&", size - 20, most)}`,
		}),
		() => ({
			name: "slashes to discover",
			text: `version=${surface.manifestVersion}&p=${repeated("/", size - 20)}`,
		}),
		() => {
			const long = longText(random, size);
			return { name: `${name}={${long.name}}`, text: `${name}=${long.text}` };
		},
	];
	const query = pickFrom(kinds, random)();
	return { ...query, name: `${query.name} (${query.text.length} B)` };
}

const HEADERS: Readonly<Record<string, readonly ((size: number) => string)[]>> = {
	"accept-language": [
		(size) => numbered((at) => `x${at};q=0.${at % 10}`, ",", size),
		(size) => repeated("a-", size),
		(size) => repeated(",", size),
		(size) => repeated(" ", size),
	],
	"accept-encoding": [
		(size) => numbered((at) => `x${at};q=0.5`, ",", size),
		(size) => repeated("gzip ", size),
		(size) => `gzip${repeated(" ", size)}x`,
		() => "br",
		() => "identity",
	],
	accept: [(size) => numbered((at) => `a/b${at};q=0.5`, ",", size)],
	cookie: [
		(size) => numbered((at) => `c${at}=1`, "; ", size),
		(size) => numbered(() => "session=x", "; ", size),
		(size) => repeated("=; ", size),
		(size) => `session=${repeated("a", size)}`,
		(size) => `login=${repeated("%41", size)}`,
		(size) => `login=${repeated("a.", size)}`,
		(size) => `notice=${repeated("a.", size)}`,
		(size) => `games-demo=${repeated("%7B", size)}`,
		(size) => `social-posts=${repeated("a,", size)}`,
		(size) => `language=${repeated("%", size)}`,
		(size) => `theme=${repeated("'", size)}`,
	],
	"if-none-match": [(size) => numbered((at) => `W/"${at}"`, ", ", size), (size) => repeated(",", size)],
	"if-modified-since": [(size) => repeated("9", size)],
	range: [(size) => `bytes=${numbered((at) => `${at}-${at}`, ",", size - 6)}`],
	referer: [(size) => `http://localhost/${repeated("a?", size)}`, (size) => repeated("/", size)],
	"x-forwarded-for": [
		(size) => numbered((at) => `1.1.1.${at % 256}`, ", ", size),
		(size) => repeated(",", size),
	],
	"user-agent": [(size) => repeated("Mozilla/5.0 (", size)],
	"sec-fetch-site": [(size) => repeated("x", size)],
	"last-event-id": [(size) => repeated("1", size)],
	authorization: [(size) => `Basic ${repeated("a", size)}`],
	"content-type": [(size) => `multipart/form-data; boundary=${repeated("a ", size)}`],
};

function headerOf(random: Random, size: number): Part & { header: string } {
	const header = pickFrom(Object.keys(HEADERS), random);
	const kinds = HEADERS[header] ?? [];
	const kind = pickFrom([...kinds.keys()], random);
	const text = kinds[kind]?.(size) ?? "";
	return { header, name: `${header} ${kind} of ${text.length} B`, text };
}

interface Body extends Part {
	type: string;
}

function bodyOf(fields: readonly string[], random: Random): Body {
	const size = pickFrom(BODIES, random);
	const field = pickFrom(fields.length > 0 ? fields : ["intent"], random);
	const type = "application/x-www-form-urlencoded";
	const multipart = (write: (at: number) => string) =>
		`${numbered((at) => `--x\r\nContent-Disposition: form-data; name="${write(at)}"\r\n\r\n1`, "\r\n", size)}\r\n--x--\r\n`;
	const kinds: readonly (() => Body)[] = [
		() => ({ type, name: "many fields", text: numbered((at) => `f${at}=1`, "&", size) }),
		() => ({ type, name: `many times ${field}`, text: numbered(() => `${field}=1`, "&", size, 199) }),
		() => ({ type, name: "only &", text: repeated("&", size) }),
		() => ({ type, name: "deep names", text: `${field}${repeated("[a]", size)}=1` }),
		() => ({ type, name: "deep names with dots", text: `${field}${repeated(".a", size)}=1` }),
		() => ({ type, name: "deep numbers", text: `${field}${repeated("[0]", size)}=1` }),
		() => {
			const long = longText(random, size);
			return { type, name: `${field}={${long.name}}`, text: `${field}=${long.text}` };
		},
		() => {
			const each = Math.floor(size / (fields.length + 1));
			const long = longText(random, each);
			const text = fields.map((name) => `${name}=${long.text}`).join("&");
			return { type, name: `every field {${long.name}}`, text };
		},
		() => ({
			...{ type: "multipart/form-data; boundary=x", name: "many parts" },
			text: multipart((at) => `f${at}`),
		}),
		() => ({
			...{ type: "multipart/form-data; boundary=x", name: `many parts ${field}` },
			text: multipart(() => field),
		}),
		() => ({
			...{ type: "multipart/form-data; boundary=x", name: "boundaries" },
			text: repeated("--x\r\n", size),
		}),
		() => ({ type: "multipart/form-data; boundary=-", name: "dashes", text: repeated("-", size) }),
		() => ({ type: "application/json", name: "JSON, deep", text: repeated('{"a":', size) }),
		() => ({
			...{ type: "application/json", name: "JSON, many keys" },
			text: `{${numbered((at) => `"k${at}":1`, ",", size - 2)}}`,
		}),
		() => ({ type: "text/plain", name: "text", text: repeated("a", size) }),
	];
	const body = pickFrom(kinds, random)();
	return { ...body, name: `body of ${body.text.length} B: ${body.name}` };
}

/** A random request without the cookies of its sender. */
export function randomRequest(surface: Surface, random: Random): CostlyRequest {
	const method = pickFrom(["GET", "GET", "GET", "POST", "HEAD"] as const, random);
	const form = method === "POST" && random() < 0.7 ? pickFrom(surface.forms, random) : undefined;
	const path = form ? { name: form.action, text: form.action } : pathOf(surface, random);
	let left = HEAD - path.text.length - 500;
	const size = Math.min(left, pickFrom(QUERIES, random));
	const query = random() < 0.6 && size > 100 ? queryOf(surface, random, size) : undefined;
	left -= query?.text.length ?? 0;
	const header =
		random() < 0.35 && left > 200
			? headerOf(random, Math.floor(left * pickFrom([0.3, 0.9], random)))
			: undefined;
	const body = method === "POST" && random() < 0.9 ? bodyOf(form?.fields ?? [], random) : undefined;
	const joint = path.text.includes("?") ? "&" : "?";
	return {
		method,
		name: [`${method} ${path.name}`, query && `?${query.name}`, header?.name, body?.name]
			.filter(Boolean)
			.join(" · "),
		target: path.text + (query ? joint + query.text : ""),
		headers: {
			accept: "text/html",
			"accept-encoding": "gzip",
			"sec-fetch-site": "same-origin",
			...(body && { "content-type": body.type }),
			...(header && { [header.header]: header.text }),
		},
		body: body?.text,
	};
}
