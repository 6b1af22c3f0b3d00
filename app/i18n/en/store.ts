export const store = {} as const;
