export const channel = {} as const;
