import { OperatorError } from "db/engine";

/** Wrong arguments. */
export class UsageError extends OperatorError {
	override name = "UsageError";
}
