/** Where the keyboard focus goes when the focused element is removed: browsers move it to the beginning of the page. */

const FOCUSABLE =
	"a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])";
const ROW = "tr, li, article";

/** The element with the focus and what is near it, nearest first. */
export interface Trail {
	id: string;
	near: Element[];
}

/** Records an element, its ancestors up to the page and, for a row of a list, the rows after and before it. */
export function trailOf(element: Element | null): Trail {
	const near: Element[] = [];
	for (let one = element; one && one.id !== "content"; one = one.parentElement) {
		near.push(one);
		if (one.matches(ROW)) near.push(...siblings(one, "nextElementSibling"));
		if (one.matches(ROW)) near.push(...siblings(one, "previousElementSibling"));
	}
	return { id: element?.id ?? "", near };
}

function siblings(element: Element, side: "nextElementSibling" | "previousElementSibling"): Element[] {
	const found: Element[] = [];
	for (let one = element[side]; one; one = one[side]) found.push(one);
	return found;
}

/**
 * Focuses the element of the trail, one with its id that has replaced it, a control of the same or a neighbouring row,
 * the heading of its section, or the heading of the page.
 */
export function focusNear({ id, near }: Trail): void {
	const known = id ? [document.getElementById(id) ?? []].flat() : [];
	const page = document.getElementById("content");
	const target =
		[...known, ...near].flatMap((one) => (one.isConnected && targetIn(one)) || [])[0] ??
		(page && firstIn(page, "h1")) ??
		page;
	if (target) focus(target);
}

function targetIn(element: Element): HTMLElement | undefined {
	if (element.matches(FOCUSABLE)) return canFocus(element) ? (element as HTMLElement) : undefined;
	return firstIn(element, element.matches(ROW) ? FOCUSABLE : "h1, h2, h3");
}

const firstIn = (element: Element, selector: string): HTMLElement | undefined =>
	[...element.querySelectorAll<HTMLElement>(selector)].find(canFocus);

const canFocus = (element: Element): boolean =>
	element.getClientRects().length > 0 && !element.closest("[inert]") && !element.matches(":disabled");

function focus(element: HTMLElement): void {
	// Headings are focused by scripts only.
	if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
	element.focus({ preventScroll: true });
}

/** Focuses the first field with an error in `parent` and scrolls it into view. @returns whether there is one. */
export function focusFirstFaulty(parent: ParentNode): boolean {
	const field = [...parent.querySelectorAll<HTMLElement>("[aria-invalid=true]")].find(canFocus);
	// In the middle, because bars at both ends of dialogs and pages would cover it.
	field?.scrollIntoView({ block: "center" });
	field?.focus({ preventScroll: true });
	return field !== undefined;
}

/** Focuses the element that the address names, in the middle of the window. @returns whether there is one. */
export function focusNamed(): boolean {
	const id = location.hash.slice(1);
	const named = id ? document.getElementById(id) : null;
	if (!named || !canFocus(named)) return false;
	named.scrollIntoView({ block: "center" });
	focus(named);
	return true;
}

/** Whether no element has the focus. */
export const isFocusLost = (): boolean =>
	document.activeElement === null || document.activeElement === document.body;

/**
 * Attributes of a field: with an error it is marked as invalid, and without scripts the browser focuses the first such
 * field of the page. With scripts React ignores `autoFocus` of a field that is on the page already.
 */
export const faulty = (error: unknown) => (error ? ({ "aria-invalid": true, autoFocus: true } as const) : {});
