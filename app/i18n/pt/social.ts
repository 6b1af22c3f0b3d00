import type { Messages } from "../messages";

export const social = {} satisfies Messages["social"];
