import { storageFaultOf } from "db/faults";
import { DomainError } from "./domain-error";

/** `Retry-After` of a write that could not be stored, in seconds. */
export const RETRY_AFTER_SECONDS = 30;

/** A `cannotStore` error if `error` or one of its causes is a storage fault; undefined for any other error. */
export const storageRefusalOf = (error: unknown): DomainError | undefined =>
	storageFaultOf(error) ? new DomainError("cannotStore") : undefined;
