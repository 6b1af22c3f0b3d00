import offline from "./offline.worker.js?raw";
import { OFFLINE_VERSION } from "./offline-page.server";
import push from "./push.worker.js?raw";

/** The source of the service worker: one part per purpose, each in a separate file. */
export const SERVICE_WORKER = [push, offline.replace("VERSION", OFFLINE_VERSION)].join("\n");
