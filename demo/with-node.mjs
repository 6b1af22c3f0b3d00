/**
 * `node demo/with-node.mjs PROGRAM [ARGUMENT...]` runs a program of the packages, such as `tsx`, on a supported Node. Installs
 * what is missing.
 */
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { findNode } from "./node.mjs";
import { addToPath, become, repositoryRoot } from "./processes.mjs";

const [program, ...args] = process.argv.slice(2);
await findNode();
await ensureInstalled();
addToPath(join(repositoryRoot, "node_modules/.bin"));
await become(program, args, { cwd: repositoryRoot, inShell: true });
