/** Loaded before remix-serve, which looks for `PORT` before the site could read it from `.env`. */
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
