import type { Db } from "db/database";
import { DomainError } from "~/forms/domain-error";
import { storageRefusalOf } from "~/forms/storage-refusal";
import type { Log } from "~/observability/log.server";

export interface SavingTools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "error">;
}

/**
 * Runs a save and turns unexpected failures into a refusal.
 * @throws {DomainError} those of `act`, a storage refusal such as a full disk, or `changesUnsaved` for any other
 * failure, which is logged.
 */
export async function orFailed<Answer>({ log }: SavingTools, act: () => Promise<Answer>): Promise<Answer> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof DomainError) throw error;
		const refusal = storageRefusalOf(error);
		if (refusal) throw refusal;
		log.error({ event: "social-save-failed", err: error });
		throw new DomainError("changesUnsaved");
	}
}
