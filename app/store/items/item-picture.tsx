import { Gift } from "lucide-react";
import type { ComponentProps } from "react";
import { Picture } from "~/pictures/picture";

/** An item's picture, or a parcel icon without one. */
export const ItemPicture = (props: Omit<ComponentProps<typeof Picture>, "icon">) => (
	<Picture icon={Gift} {...props} />
);
