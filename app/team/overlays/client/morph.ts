/**
 * Changes an element into another one of the same HTML, and keeps what is the same: a picture is not loaded again, a bar moves to its new
 * value, and only what is new comes in with an animation. Something else has another tag or another `data-key`.
 */
export function morph(from: Element, to: Element): void {
	for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
	for (const { name, value } of to.attributes)
		if (from.getAttribute(name) !== value) from.setAttribute(name, value);
	const [old, next] = [[...from.childNodes], [...to.childNodes]];
	for (const [index, node] of next.entries()) {
		const kept = old[index];
		if (!kept) from.append(node);
		else if (kept instanceof Element && node instanceof Element && isSame(kept, node)) morph(kept, node);
		else if (!kept.isEqualNode(node)) kept.replaceWith(node);
	}
	for (const node of old.slice(next.length)) node.remove();
}

const isSame = (one: Element, other: Element) =>
	one.tagName === other.tagName && one.getAttribute("data-key") === other.getAttribute("data-key");
