export interface Guarded {
	/** The content that is not lost when the form is left. */
	saved: string;
	/** What the form belongs to: it is left with the page, or with every change of the address. */
	bound: "page" | "address";
}

/** The guarded forms of the page, in the browser. */
export const guardedForms = new Map<HTMLFormElement, Guarded>();

/** Whether changes that are not saved are lost with the page or, if only its query changes, with the address. */
export const hasUnsavedChanges = (leaves: Guarded["bound"]): boolean =>
	[...guardedForms].some(
		([form, { saved, bound }]) =>
			(leaves === "page" || bound === "address") && contentOf(form, "current") !== saved,
	);

/** The values of a form's fields as one text, or those with which they were rendered. */
export function contentOf(form: HTMLFormElement, which: "current" | "default"): string {
	const isDefault = which === "default";
	// Browsers normalise line breaks, remove them from single lines, and trim addresses.
	const read = (field: HTMLInputElement | HTMLTextAreaElement): string | boolean => {
		const value = isDefault ? field.defaultValue : field.value;
		if (field instanceof HTMLTextAreaElement) return value.replace(/\r\n?/g, "\n");
		if (field.type === "checkbox" || field.type === "radio") {
			return isDefault ? field.defaultChecked : field.checked;
		}
		if (field.type === "file") return field.files?.[0] === undefined || isDefault ? "" : field.files[0].name;
		return value.replace(/[\r\n]/g, "").trim();
	};
	return JSON.stringify(
		[...form.elements].flatMap((field) =>
			(field instanceof HTMLInputElement && field.type !== "hidden") || field instanceof HTMLTextAreaElement
				? [[field.name, read(field)]]
				: [],
		),
	);
}
