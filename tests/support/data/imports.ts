import { pino } from "pino";
import { pointsImport, startImport, storeImport } from "~/points/import/import.server";
import { settleJobs } from "../settle-jobs";

type Tools = Parameters<typeof startImport>[0];

const SILENT = pino({ level: "silent" });

/** Imports a text of points completely. @returns the import's id. */
export async function importText(
	tools: Tools,
	adminId: string,
	text: string,
	unknown: "wait" | "leave" = "leave",
): Promise<string> {
	const importId = await storeImport(tools, adminId, text);
	await startImport(tools, adminId, { idempotencyKey: crypto.randomUUID(), importId, unknown });
	await settleJobs({ ...tools, log: SILENT }, [pointsImport]);
	return importId;
}
