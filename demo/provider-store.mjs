/**
 * Where the demo provider keeps its grants, tokens and sessions: the memory of this process.
 * One store belongs to one provider, so several can run side by side in tests.
 */
export function createProviderStore() {
	/** @type {Map<string, { payload: Record<string, any>, expiresAt: number }>} */
	const records = new Map();
	let writesSinceCleaning = 0;

	/** @param {(model: string, payload: Record<string, any>) => boolean} matches */
	function removeWhere(matches) {
		for (const [key, { payload }] of records) {
			if (matches(key.slice(0, key.indexOf(":")), payload)) records.delete(key);
		}
	}

	function cleanNowAndThen() {
		writesSinceCleaning += 1;
		if (writesSinceCleaning < 1000) return;
		writesSinceCleaning = 0;
		const now = Date.now();
		for (const [key, { expiresAt }] of records) if (expiresAt <= now) records.delete(key);
	}

	/** The shape of an adapter is oidc-provider's own. */
	class Adapter {
		/** @param {string} model */
		constructor(model) {
			this.model = model;
		}

		/** @param {string} id */
		key(id) {
			return `${this.model}:${id}`;
		}

		async upsert(id, payload, expiresInSeconds) {
			cleanNowAndThen();
			const expiresAt = expiresInSeconds ? Date.now() + expiresInSeconds * 1000 : Number.POSITIVE_INFINITY;
			records.set(this.key(id), { payload, expiresAt });
		}

		async find(id) {
			const record = records.get(this.key(id));
			return record && record.expiresAt > Date.now() ? record.payload : undefined;
		}

		async findByUid(uid) {
			for (const [key, { payload }] of records) {
				if (key.startsWith(`${this.model}:`) && payload.uid === uid) return payload;
			}
		}

		async consume(id) {
			const payload = await this.find(id);
			if (payload) payload.consumed = Math.floor(Date.now() / 1000);
		}

		async destroy(id) {
			records.delete(this.key(id));
		}

		async revokeByGrantId(grantId) {
			removeWhere((model, payload) => model === this.model && payload.grantId === grantId);
		}
	}

	return {
		Adapter,
		/**
		 * Takes back everything an account was ever granted.
		 * @param {string} accountId
		 */
		revokeAccount(accountId) {
			removeWhere((_model, payload) => payload.accountId === accountId);
		},
		/**
		 * Takes back what one sign-in was granted.
		 * @param {string} grantId
		 */
		revokeGrant(grantId) {
			removeWhere(
				(model, payload) => payload.grantId === grantId || (model === "Grant" && payload.jti === grantId),
			);
		},
	};
}
