import type { Messages } from "../messages";

export const channel = {} satisfies Messages["channel"];
