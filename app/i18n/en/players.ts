export const players = {} as const;
