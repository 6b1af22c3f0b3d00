/**
 * Preloaded into a server process: on SIGUSR2 it prints the property names of the built-in prototypes, which are not
 * visible from outside the process.
 */
const WATCHED = { Object, Array, String, Number, Boolean, Function, Map, Set, Date, RegExp, Promise, Error };

process.on("SIGUSR2", () => {
	const names = Object.entries(WATCHED).flatMap(([name, { prototype }]) =>
		Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
	);
	console.log(JSON.stringify({ level: "info", event: "prototypes", names }));
});
