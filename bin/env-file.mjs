/** Preloaded before remix-serve, which reads `PORT` before the site's own modules load `.env`. */
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
