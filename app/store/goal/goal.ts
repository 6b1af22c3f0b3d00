/** The item for which a viewer saves points. */
export interface Goal {
	itemId: string;
	/** In the viewer's language. */
	name: string;
	/** Points. */
	price: number;
}
