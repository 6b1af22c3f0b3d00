import type { Messages } from "../messages";

export const analytics = {} satisfies Messages["analytics"];
