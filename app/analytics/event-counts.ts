/** The most labels that a summary shows. */
export const MAX_SHOWN = 8;

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
