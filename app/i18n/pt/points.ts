import type { Messages } from "../messages";

export const points: Messages["points"] = {};
