export const translations = {
	in: { pt: "In Portuguese (optional)", en: "In English (optional)" },
	languages: { pt: "Portuguese", en: "English" },
	hint: "Anything left blank is shown as written above.",
} as const;
