export const slots = {} as const;
