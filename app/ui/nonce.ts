import { createContext, useContext } from "react";

/** The page's CSP nonce while the server renders; browsers hide it from scripts, and none is needed there. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
