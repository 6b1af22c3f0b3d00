import type { Messages } from "../messages";

export const store: Messages["store"] = {};
