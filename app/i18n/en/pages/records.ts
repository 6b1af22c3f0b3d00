/** The texts that the dialogs of all records share. */
export const records = {
	close: "Close",
	cancel: "Cancel",
	saving: "Saving…",
	removing: { delete: "Deleting…", disable: "Disabling…" },
} as const;
