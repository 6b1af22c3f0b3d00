/** Returns a text in lower case and without accents, for searches that ignore both. */
export const plainText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
