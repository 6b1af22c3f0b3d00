import type { Messages } from "../messages";

export const orders: Messages["orders"] = {};
