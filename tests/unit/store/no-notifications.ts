/** Notifications of the store's use cases, for tests that do not observe them. */
export const noNotifications = {
	announceBalance: (_userId: string): void => {},
	announceNotices: (_userId: string): void => {},
	adminCountsChanged: (): void => {},
	itemChanged: (): void => {},
	wakeJobs: (): void => {},
	count: (): void => {},
};
