export const promotions = {} as const;
