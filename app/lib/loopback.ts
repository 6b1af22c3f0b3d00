/** An origin of the machine itself. */
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Whether an origin, without a path, is that of the machine itself. */
export const isLoopback = (origin: string): boolean => LOOPBACK.test(origin);
