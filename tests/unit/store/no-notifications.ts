/** The notifications of the store's use cases, for tests that do not observe them. */
export const noNotifications = {
	announceBalance: (_userId: string): void => {},
	itemChanged: (_itemId: string): void => {},
	redeemBot: { wake: (): void => {} },
	count: (): void => {},
};
