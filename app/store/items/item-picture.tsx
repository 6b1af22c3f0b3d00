import { Gift } from "lucide-react";
import type { ComponentProps } from "react";
import { Picture } from "~/pictures/picture";

/** An item's picture; a parcel stands in for none. */
export const ItemPicture = (props: Omit<ComponentProps<typeof Picture>, "icon">) => (
	<Picture icon={Gift} {...props} />
);
