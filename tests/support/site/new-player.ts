/** The name of an account that no other test has. */
export const newPlayer = () => `p${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
