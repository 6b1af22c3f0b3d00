import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import { isAtHost, webAddressIn } from "~/lib/web-address";
import { address, picture, text, title } from "~/records/fields.server";
import { defineRecord, type RecordOf } from "~/records/record.server";

/** Slot machines with a free demo. */
export const slots = defineRecord<"slots">({
	...{ table: "slots", texts: "slots", list: "/slots", path: "/slots" },
	...{ removal: "delete", removedFrom: "form", order: ["-created_at", "-id"] },
	nameOf: ({ name }) => name,
	fields: {
		name: title({ max: 100, error: "itemNameInvalid" }),
		provider: text({ max: 60, error: "shortTextTooLong", proposed: "Pragmatic Play" }),
		image: picture(),
		description: text({ max: 1000, error: "descriptionTooLong", rows: 3, translated: true }),
		demoUrl: {
			...address("demoUrlInvalid"),
			schema: z
				.string(fieldError("demoUrlInvalid"))
				.trim()
				.refine((typed) => isHttps(typed), fieldError("demoUrlInvalid")),
		},
	},
	placeholders: ({ SLOT_DEMO_HOSTS }) => ({ hosts: SLOT_DEMO_HOSTS.join(", ") }),
	check({ demoUrl }, { SLOT_DEMO_HOSTS }) {
		if (isDemoAddress(demoUrl, SLOT_DEMO_HOSTS)) return;
		throw new DomainError("demoHostRefused", { hosts: SLOT_DEMO_HOSTS.join(", ") });
	},
});

export type Slot = RecordOf<"slots">;

const isHttps = (text: string): boolean => webAddressIn(text)?.protocol === "https:";

/** Whether a demo may be embedded: over https, from one of the hosts or their subdomains. */
export function isDemoAddress(text: string, hosts: readonly string[]): boolean {
	const address = webAddressIn(text);
	return isHttps(text) && address !== undefined && isAtHost(address, hosts);
}
