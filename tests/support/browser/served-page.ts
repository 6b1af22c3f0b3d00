/** Parses a page like a browser: its forms, links and texts, and everything that could run. */

import type { DefaultTreeAdapterTypes } from "parse5";
import { html, parse, defaultTreeAdapter as tree } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface FormField {
	name: string;
	/** The value that the browser sends for an untouched form. */
	value: string;
	isFile: boolean;
	/** The options of a select or a radio group. */
	offers: readonly string[];
	/** Whether an untouched form sends it; false for an unchecked box. */
	isSent: boolean;
}

export interface ServedForm {
	method: "get" | "post";
	/** Path and query on this site. */
	action: string;
	isMultipart: boolean;
	fields: FormField[];
	/** The submit buttons with a name. */
	buttons: { name: string; value: string; action: string; method: "get" | "post" }[];
}

export interface ServedPage {
	forms: ServedForm[];
	/** Path and query of each link that stays on the site. */
	links: string[];
	/** The text between tags and the values of fields, without scripts and styles. */
	text: string;
	scripts: { text: string; src: string | undefined; type: string | undefined }[];
	/** Content that only injected text could have created. */
	faults: string[];
}

const attributeOf = (element: Element, name: string): string | undefined =>
	element.attrs.find((attribute) => attribute.name === name)?.value;

function* elementsIn(node: Node): Generator<Element> {
	if (tree.isElementNode(node)) yield node;
	const inner = "content" in node ? node.content : node;
	for (const child of "childNodes" in inner ? inner.childNodes : []) yield* elementsIn(child);
}

function textOf(node: Node): string {
	if (tree.isTextNode(node)) return node.value;
	return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** Path and query of a URL of this site; undefined for any other. */
function ownAddress(text: string, base: string): string | undefined {
	if (!URL.canParse(text, base)) return undefined;
	const { origin, pathname, search } = new URL(text, base);
	return origin === new URL(base).origin ? pathname + search : undefined;
}

export function readPage(text: string, address: string): ServedPage {
	const elements = [...elementsIn(parse(text))];
	const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
	return {
		forms: named("form").map((form) => formOf(form, elements, address)),
		links: named("a").flatMap((link) => ownAddress(attributeOf(link, "href") ?? "", address) ?? []),
		text: elements.map(ownText).join("\n"),
		scripts: named("script").map((script) => ({
			text: textOf(script),
			src: attributeOf(script, "src"),
			type: attributeOf(script, "type"),
		})),
		faults: elements.flatMap(faultsOf),
	};
}

/** The text of the element without its descendants, including attributes that are displayed or announced. */
function ownText(element: Element): string {
	if (element.tagName === "script" || element.tagName === "style") return "";
	const texts = element.childNodes.flatMap((node) => (tree.isTextNode(node) ? node.value : []));
	const attributes = ["value", "title", "alt", "aria-label", "placeholder", "content"];
	return [texts.join(""), ...attributes.flatMap((name) => attributeOf(element, name) ?? [])].join("\n");
}

function formOf(form: Element, elements: readonly Element[], address: string): ServedForm {
	const id = attributeOf(form, "id");
	const inside = new Set(elementsIn(form));
	const controls = elements.filter((element) => {
		const of = attributeOf(element, "form");
		return of === undefined ? inside.has(element) : of === id;
	});
	const own = (text: string | undefined) => (text && ownAddress(text, address)) || ownAddress("", address);
	const action = own(attributeOf(form, "action")) ?? "";
	const method = methodIn(attributeOf(form, "method"));
	return {
		method,
		action,
		isMultipart: attributeOf(form, "enctype") === "multipart/form-data",
		fields: fieldsOf(controls),
		buttons: controls.filter(isSubmit).flatMap((button) => {
			const name = attributeOf(button, "name");
			const otherwise = attributeOf(button, "formaction");
			if (name === undefined && otherwise === undefined) return [];
			return {
				name: name ?? "",
				value: attributeOf(button, "value") ?? "",
				action: otherwise === undefined ? action : (own(otherwise) ?? action),
				method: methodIn(attributeOf(button, "formmethod") ?? method),
			};
		}),
	};
}

const methodIn = (text: string | undefined) => (text?.toLowerCase() === "post" ? "post" : "get");

const isSubmit = (element: Element): boolean =>
	element.tagName === "button" && (attributeOf(element, "type") ?? "submit") === "submit";

function fieldsOf(controls: readonly Element[]): FormField[] {
	const fields = new Map<string, FormField>();
	for (const control of controls) {
		const name = attributeOf(control, "name");
		if (!name || !["input", "select", "textarea"].includes(control.tagName)) continue;
		const type = control.tagName === "input" ? (attributeOf(control, "type") ?? "text") : "";
		const choices =
			control.tagName === "select"
				? [...elementsIn(control)].filter(({ tagName }) => tagName === "option")
				: [];
		const isChoice = type === "checkbox" || type === "radio";
		const value =
			control.tagName === "textarea"
				? textOf(control).replace(/^\n/, "")
				: (attributeOf(chosen(choices) ?? control, "value") ?? (isChoice ? "on" : ""));
		const isSent = isChoice ? attributeOf(control, "checked") !== undefined : true;
		const offers = isChoice ? [value] : choices.map((choice) => attributeOf(choice, "value") ?? "");
		const known = fields.get(name);
		fields.set(name, {
			name,
			value: known && !isSent ? known.value : value,
			isFile: type === "file",
			offers: [...(known?.offers ?? []), ...offers],
			isSent: isSent || known?.isSent === true,
		});
	}
	return [...fields.values()];
}

const chosen = (choices: readonly Element[]): Element | undefined =>
	choices.find((choice) => attributeOf(choice, "selected") !== undefined) ?? choices[0];

const LEADING = ["href", "src", "action", "formaction", "poster", "data", "xlink:href"];

/** The site itself never renders these. */
function faultsOf(element: Element): string[] {
	const { tagName, attrs, namespaceURI } = element;
	const faults: string[] = [];
	if (["base", "object", "embed", "applet", "frame", "frameset", "marquee"].includes(tagName)) {
		faults.push(`<${tagName}>`);
	}
	if (tagName.startsWith("x-")) faults.push(`<${tagName}>`);
	if (tagName === "script" && namespaceURI !== html.NS.HTML) faults.push("a script in an SVG element");
	if (tagName === "style") faults.push("<style>");
	for (const { name, value } of attrs) {
		if (name.startsWith("on") || name === "srcdoc" || name === "style")
			faults.push(`${tagName} ${name}=${value}`);
		if (LEADING.includes(name) && leadsToCode(value)) faults.push(`${tagName} ${name}=${value}`);
		if (/["'<>=`]/.test(name)) faults.push(`${tagName} with an attribute named ${name}`);
	}
	return faults;
}

/** Browsers ignore control characters and line breaks in URLs. */
const leadsToCode = (address: string): boolean =>
	/^(javascript|vbscript|data:(?!image\/))/i.test(address.replace(/[\p{Cc}\s]/gu, ""));
