import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, without its warning on the server: its state changes come before the next event and frame. */
export const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
