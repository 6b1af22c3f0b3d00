/** Preloaded before remix-serve, which reads `PORT` before the site's own modules load `.env`. */
import { loadEnvFile } from "./read-env-file.mjs";

loadEnvFile();
