/**
 * Settings of a site for which it is about noon, so that no test runs across midnight: the journeys that count the
 * plays of a day would see two days.
 */
export function atNoon(now = new Date()): { SITE_TIMEZONE: string } {
	const ahead = 12 - now.getUTCHours();
	// The names of these zones have the opposite sign: Etc/GMT-5 is five hours ahead of UTC.
	return { SITE_TIMEZONE: `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}` };
}
