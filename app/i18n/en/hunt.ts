export const hunt = {} as const;
