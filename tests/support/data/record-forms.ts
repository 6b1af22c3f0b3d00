import type { RecordTexts } from "~/i18n/messages";

/** The required fields of each record, with valid values. */
export const RECORD_FORMS: Record<RecordTexts, Record<string, string>> = {
	slots: { name: "Cup", demoUrl: "https://demogamesfree.pragmaticplay.net/cup" },
	promotions: { title: "Cup", claimUrl: "https://casino.example/" },
	social: { embedCode: "https://www.instagram.com/p/CxYz12abc/" },
	store: { name: "Cup", price: "7" },
};

/** Another value of a field of each record. */
export const RECORD_EDITS: Record<RecordTexts, Record<string, string>> = {
	slots: { name: "Other" },
	promotions: { title: "Other" },
	social: { embedCode: "https://www.instagram.com/p/other_1/" },
	store: { name: "Other" },
};
