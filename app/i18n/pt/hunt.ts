import type { Messages } from "../messages";

export const hunt = {} satisfies Messages["hunt"];
