/**
 * A visitor without a browser: requests pages, follows redirects and links, and submits the forms of the HTML with the
 * fields that a browser without scripts would send. A page costs a thirtieth of what it costs in a browser.
 */
import { type CheerioAPI, load } from "cheerio";
import { CookieJar, followRedirects } from "../site/sign-in";

/** Headers with which a visitor gets a page of their own: a page that visitors share may be a second old. */
export const UNSHARED = { "accept-encoding": "identity" };

export interface VisitorOptions {
	/** The account that is signed in; by default nobody. */
	as?: string;
	/** By default English. */
	lang?: "pt" | "en";
	/** Whether the visitor has passed the age gate; by default true. */
	ageVerified?: boolean;
	/** Sent with every request to the site. */
	headers?: Record<string, string>;
}

/** One value, several of the same name, or a file. */
type Value = string | number | readonly string[] | File;

export interface SubmitOptions {
	/** The button that is pressed, a selector within the form; by default the first one. Its name and value are sent. */
	button?: string;
}

export interface Visitor {
	/** The cookies as a request header. */
	cookie(): string;
	/** Sets a cookie of the site. */
	setCookie(name: string, value: string): void;
	/** Requests a page and follows redirects on the site. */
	open(path: string, headers?: Record<string, string>): Promise<ServedPage>;
	/** Posts fields that no form has to show, such as a forged request. */
	post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<ServedPage>;
}

export interface ServedPage {
	status: number;
	headers: Headers;
	/** Path and query of the page, after redirects; the whole address of another site. */
	path: string;
	html: string;
	/** The parsed page; see cheerio. */
	$: CheerioAPI;
	/** The text that the body, or the elements of a selector, display; white space is one space. */
	text(selector?: string): string;
	/** The errors beside the fields of its forms, by the field's name. */
	errors(): Record<string, string>;
	/** The values of the fields of a form as a browser would send them. @param form a selector. */
	fields(form: string): Record<string, string>;
	/**
	 * Submits a form. @param form a selector that matches one form, or an element inside it.
	 * @param fields values that replace those of the page; every name must be one of the form's fields.
	 */
	submit(form: string, fields?: Record<string, Value>, options?: SubmitOptions): Promise<ServedPage>;
	/** Follows a link. @param link a selector, or the text of the link. */
	follow(link: string): Promise<ServedPage>;
}

/** Makes a visitor of a site, who signs in if `as` is given. */
export async function visit(
	site: { readonly origin: string },
	{ as, lang = "en", ageVerified = true, headers: own = {} }: VisitorOptions = {},
): Promise<Visitor> {
	const jar = new CookieJar();
	jar.set(site.origin, "language", lang);
	if (ageVerified) jar.set(site.origin, "age-verified", "true");

	const withOwn = (init: RequestInit): RequestInit => ({
		...init,
		headers: { ...own, ...(init.headers as Record<string, string> | undefined) },
	});

	async function request(address: string, init: RequestInit = {}): Promise<ServedPage> {
		const end = await followRedirects(jar, address, undefined, withOwn(init));
		return pageOf(end.address, end.response as Response);
	}

	const send = (address: string, body: URLSearchParams | FormData, headers: Record<string, string> = {}) =>
		request(address, { method: "POST", body, headers: { "sec-fetch-site": "same-origin", ...headers } });

	async function pageOf(address: string, response: Response): Promise<ServedPage> {
		const html = await response.text();
		const { origin, pathname, search } = new URL(address);
		let parsed: CheerioAPI | undefined;
		/** Parsed at the first use: of many pages a test reads the status only. */
		const tree = () => {
			parsed ??= load(html);
			return parsed;
		};

		function formAt(selector: string) {
			const found = tree()(selector);
			const form = found.is("form") ? found.filter("form") : found.closest("form");
			if (form.length !== 1) throw new Error(`${form.length} forms match ${selector} on ${address}`);
			return form;
		}

		/** Fields outside the form may belong to it by their `form` attribute. */
		function controlsOf(form: ReturnType<typeof formAt>) {
			const $ = tree();
			const id = form.attr("id");
			const outside = id === undefined ? $() : $(`[form="${id}"]`);
			return form
				.find("input, select, textarea, button")
				.not("[form]")
				.add(outside)
				.not("fieldset[disabled] *");
		}

		return {
			status: response.status,
			headers: response.headers,
			path: origin === new URL(site.origin).origin ? pathname + search : address,
			html,
			get $() {
				return tree();
			},
			text: (selector = "body") => displayed(tree(), selector),
			errors() {
				const $ = tree();
				return Object.fromEntries(
					$(".field-error[id]")
						.toArray()
						.map((element) => {
							const field = $(`[aria-describedby~="${element.attribs.id}"]`);
							return [field.attr("name") ?? "", spaced($(element).text())];
						})
						.filter(([, text]) => text !== ""),
				);
			},
			fields: (selector) =>
				Object.fromEntries(
					controlsOf(formAt(selector))
						.serializeArray()
						.map(({ name, value }) => [name, value]),
				),
			async submit(selector, fields = {}, { button } = {}) {
				const $ = tree();
				const form = formAt(selector);
				const controls = controlsOf(form);
				const pressed = button
					? controls.filter("button").filter(button)
					: controls.filter("button:not([type]), button[type=submit]").first();
				// Without a button, a browser sends a form with one text field by the Enter key.
				const sendsByEnter = controls.filter("input:not([type]), input[type=text]").length === 1;
				if (pressed.length !== 1 && (button || pressed.length > 1 || !sendsByEnter)) {
					throw new Error(`${pressed.length} buttons of ${selector} match ${button ?? "any"} on ${address}`);
				}
				if (pressed.is("[disabled]")) throw new Error(`The button of ${selector} is disabled on ${address}`);
				const names = new Set(
					controls
						.not("[disabled]")
						.map((_, control) => $(control).attr("name"))
						.get(),
				);
				for (const name of Object.keys(fields)) {
					if (!names.has(name)) throw new Error(`The form ${selector} on ${address} has no field ${name}`);
				}
				const sent: [string, string | File][] = controls
					.serializeArray()
					.filter(({ name }) => !(name in fields))
					.map(({ name, value }) => [name, value]);
				for (const [name, value] of Object.entries(fields)) {
					const values = Array.isArray(value) ? value : [value];
					for (const one of values) sent.push([name, one instanceof File ? one : String(one)]);
				}
				const name = pressed.attr("name");
				if (name) sent.push([name, pressed.attr("value") ?? ""]);

				const action = pressed.attr("formaction") ?? form.attr("action") ?? "";
				const target = new URL(action, address);
				const method = (pressed.attr("formmethod") ?? form.attr("method") ?? "get").toLowerCase();
				if (method === "get") {
					target.search = new URLSearchParams(sent as [string, string][]).toString();
					return request(target.href);
				}
				if (form.attr("enctype") !== "multipart/form-data") {
					return send(target.href, new URLSearchParams(sent as [string, string][]));
				}
				const body = new FormData();
				for (const [field, value] of sent) body.append(field, value);
				return send(target.href, body);
			},
			follow(link) {
				const $ = tree();
				const byText = $("a").filter((_, element) => spaced($(element).text()) === link);
				const found = byText.length > 0 ? byText.first() : $(link).first();
				const href = found.attr("href");
				if (href === undefined) throw new Error(`No link ${link} on ${address}`);
				return request(new URL(href, address).href);
			},
		};
	}

	if (as !== undefined) {
		const page = await request(`${site.origin}/login?login_hint=${encodeURIComponent(as)}`);
		if (page.status !== 200 || page.path.startsWith("/login") || page.path.startsWith("http")) {
			throw new Error(`Signing in as ${as} ended at ${page.path} with ${page.status}`);
		}
	}
	return {
		cookie: () => jar.header(site.origin),
		setCookie: (name, value) => jar.set(site.origin, name, value),
		open: (path, headers) => request(new URL(path, site.origin).href, { headers }),
		post: (path, fields, headers) =>
			send(new URL(path, site.origin).href, new URLSearchParams(fields), headers),
	};
}

/** The digits of the first element with a test id, as a number. */
export const numberIn = ({ $ }: ServedPage, testId: string): number =>
	Number($(`[data-testid=${testId}]`).first().text().replace(/\D/g, ""));

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

type Node = ReturnType<CheerioAPI["root"]>[number]["childNodes"][number];
export type PageElement = Extract<Node, { attribs: object }>;

const HIDDEN = new Set(["script", "style", "noscript", "template"]);
/** Elements that are displayed apart from what is before them. */
const APART = new Set("div p li dt dd td th h1 h2 h3 h4 label button option br section".split(" "));

/** Elements of a line have no space between them, all others do. */
function displayed($: CheerioAPI, selector: string): string {
	const textOf = (node: Node): string => {
		if (node.type === "text") return node.data;
		if (!("children" in node) || ("name" in node && HIDDEN.has(node.name))) return "";
		const inner = node.children.map(textOf).join("");
		return "name" in node && APART.has(node.name) ? ` ${inner}` : inner;
	};
	return spaced($(selector).toArray().map(textOf).join(""));
}
