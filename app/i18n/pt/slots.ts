import type { Messages } from "../messages";

export const slots = {} satisfies Messages["slots"];
