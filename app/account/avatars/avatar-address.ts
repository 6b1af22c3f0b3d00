/** The address of an avatar on this site, from its id; undefined for a user without one. */
export const avatarAddress = (id: string | null | undefined): string | undefined =>
	id ? `/avatars/${id}.webp` : undefined;
