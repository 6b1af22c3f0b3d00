/** The sites of `tests/support/site/worker-site.ts` on PostgreSQL. The cluster must be started before. */
import { startWorkerSites } from "../site/worker-site";

/** Vitest calls it before the tests. */
export default () => startWorkerSites("postgres");
