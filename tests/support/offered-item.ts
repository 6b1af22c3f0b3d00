import type { OfferedItem } from "~/store/store.server";

/** An item as the store offers it, whose id is its name. */
export const offeredItem = (name: string, price: number, change: Partial<OfferedItem> = {}): OfferedItem => ({
	...{ id: name, name, description: "", image: "", price, stock: 1, status: "active" },
	...{ viewerLimit: null, cooldownHours: null, question: null, hasCodes: false, revision: 1 },
	...{ createdAt: "2026-03-01T00:00:00.000Z", refusal: undefined },
	...change,
});
