import type { Messages } from "../messages";

export const promotions = {} satisfies Messages["promotions"];
