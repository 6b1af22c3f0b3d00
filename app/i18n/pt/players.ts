import type { Messages } from "../messages";

export const players = {} satisfies Messages["players"];
