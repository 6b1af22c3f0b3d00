/** Checks by name whether a native driver of an engine can be loaded. Importing this module loads none. */
export const nativeDrivers: Readonly<Record<string, () => Promise<void>>> = {
	"The SQLite driver (better-sqlite3)": async () => {
		const { SQLite } = await import("./sqlite/driver");
		new SQLite(":memory:").close();
	},
};
