import type { Messages } from "../messages";

export const care = {} satisfies Messages["care"];
