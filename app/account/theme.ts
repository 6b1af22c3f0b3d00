export type Theme = "dark" | "light";
export const DEFAULT_THEME: Theme = "dark";
