/**
 * Keeps the demo provider's grants, tokens and sessions in memory.
 * Each provider has its own store, so that tests can run several.
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

	/** Implements oidc-provider's adapter interface. */
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
		 * Revokes all grants of an account.
		 * @param {string} accountId
		 */
		revokeAccount(accountId) {
			removeWhere((_model, payload) => payload.accountId === accountId);
		},
		/**
		 * Revokes the grant of one sign-in.
		 * @param {string} grantId
		 */
		revokeGrant(grantId) {
			removeWhere(
				(model, payload) => payload.grantId === grantId || (model === "Grant" && payload.jti === grantId),
			);
		},
	};
}
