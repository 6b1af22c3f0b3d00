/**
 * Loaded into a server before anything else: at SIGUSR2 it prints the names that the built-in prototypes
 * have by then, which nobody outside can see otherwise.
 */
const WATCHED = { Object, Array, String, Number, Boolean, Function, Map, Set, Date, RegExp, Promise, Error };

process.on("SIGUSR2", () => {
	const names = Object.entries(WATCHED).flatMap(([name, { prototype }]) =>
		Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
	);
	console.log(JSON.stringify({ level: "info", event: "prototypes", names }));
});
