/** Ends the process with a sentence if Node is too old for the site. Uses nothing that older versions lack. */
const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
	console.error(`This needs Node.js ${OLDEST.join(".")} or newer; this is ${process.versions.node}.`);
	process.exit(1);
}
