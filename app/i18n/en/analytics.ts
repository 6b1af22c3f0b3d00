export const analytics = {} as const;
