import type { Messages } from "../messages";

export const legal = {} satisfies Messages["legal"];
