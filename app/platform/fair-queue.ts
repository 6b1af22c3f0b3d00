/** Those who wait, in turn by their key: however many wait under one key, the next of each other key comes soon. */
export class FairQueue<Item extends { readonly key: string }> {
	/** In the order of their turns. */
	readonly #byKey = new Map<string, Set<Item>>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	countOf(key: string): number {
		return this.#byKey.get(key)?.size ?? 0;
	}

	push(item: Item) {
		const own = this.#byKey.get(item.key) ?? new Set();
		this.#byKey.set(item.key, own.add(item));
		this.#size += 1;
	}

	/** @returns the oldest of the key whose turn it is. */
	shift(): Item | undefined {
		for (const [key, own] of this.#byKey) {
			const [item] = own;
			if (!item) break;
			this.delete(item);
			// Its next one comes after those of all other keys.
			this.#byKey.delete(key);
			if (own.size > 0) this.#byKey.set(key, own);
			return item;
		}
		return undefined;
	}

	delete(item: Item) {
		const own = this.#byKey.get(item.key);
		if (!own?.delete(item)) return;
		this.#size -= 1;
		if (own.size === 0) this.#byKey.delete(item.key);
	}

	/** Takes those out that are `so`; of each key the oldest come first, and the first that is not so ends the look. */
	*takeOldest(isSo: (item: Item) => boolean): Generator<Item> {
		for (const own of [...this.#byKey.values()]) {
			for (const item of own) {
				if (!isSo(item)) break;
				this.delete(item);
				yield item;
			}
		}
	}
}
