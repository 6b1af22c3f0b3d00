import { importNext, startImport, storeImport } from "~/points/import/import.server";

type Tools = Parameters<typeof startImport>[0];

/** Imports a text of points completely. @returns the import's id. */
export async function importText(
	tools: Tools,
	adminId: string,
	text: string,
	unknown: "wait" | "leave" = "leave",
): Promise<string> {
	const importId = await storeImport(tools, adminId, text);
	await startImport(tools, adminId, { idempotencyKey: crypto.randomUUID(), importId, unknown });
	while (await importNext(tools));
	return importId;
}
