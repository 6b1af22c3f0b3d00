export const care = {} as const;
