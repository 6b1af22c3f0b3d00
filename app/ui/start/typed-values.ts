type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement =>
	field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

/** The fields of the document by form, name and, of several, their order. */
function fieldsOf(): Map<string, Field> {
	const fields = new Map<string, Field>();
	for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
		const name = JSON.stringify([
			field.form?.getAttribute("action"),
			field.name,
			isBox(field) && field.value,
		]);
		let order = 0;
		while (fields.has(`${name} ${order}`)) order += 1;
		fields.set(`${name} ${order}`, field);
	}
	return fields;
}

/** Sets a value as a user does: React ignores an input event after a script has set the value. */
function type(field: Field, value: string) {
	const prototype = Object.getPrototypeOf(field);
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
	field.dispatchEvent(new Event("input", { bubbles: true }));
	field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Copies a value that the user has changed, with the events of typing. */
function copyIfTyped(from: Field, to: Field) {
	if (from instanceof HTMLInputElement && from.type === "file") {
		if (!from.files?.length) return;
		(to as HTMLInputElement).files = from.files;
		to.dispatchEvent(new Event("change", { bubbles: true }));
	} else if (isBox(from)) {
		if (from.checked !== from.defaultChecked && isBox(to) && to.checked !== from.checked) to.click();
	} else if (from instanceof HTMLSelectElement || from.value !== from.defaultValue) {
		if (to.value !== from.value) type(to, from.value);
	}
}

/**
 * Remembers the fields of the document. React renders it again when it does not find what the server has sent, for example
 * after a proxy or a translator has changed texts.
 * @returns a function that copies what was typed, the focus and the selection from fields that are gone.
 */
export function keepTypedValues(): () => void {
	const fields = fieldsOf();
	let focused = document.activeElement;
	const follow = ({ target }: FocusEvent) => {
		focused = target as Element;
	};
	document.addEventListener("focusin", follow);
	return () => {
		document.removeEventListener("focusin", follow);
		const current = fieldsOf();
		for (const [name, from] of fields) {
			const to = current.get(name);
			if (from.isConnected || to?.type !== from.type) continue;
			copyIfTyped(from, to);
			if (from !== focused) continue;
			to.focus({ preventScroll: true });
			if (from instanceof HTMLSelectElement || from.selectionStart === null) continue;
			(to as typeof from).setSelectionRange(from.selectionStart, from.selectionEnd);
		}
	};
}
