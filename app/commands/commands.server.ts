import type { ExitCode } from "./exit.server";

/** What was typed after the name of the command. */
export interface Arguments {
	/** The arguments that are not options. */
	words: readonly string[];
	/** Whether an option was given. */
	has(option: string): boolean;
}

export interface Command {
	/** The arguments, as the usage shows them; empty if there are none. */
	usage: string;
	/** One line for the list of commands. */
	summary: string;
	/** Further lines of the command's own help. */
	details: string;
	/** The smallest and the largest number of words. */
	words: readonly [number, number];
	/** The names of the options, without the hyphens. All are switches. */
	options?: readonly string[];
	/** Imports the command's modules, so that the help needs neither the database nor its driver, and runs it. */
	run(typed: Arguments): Promise<ExitCode>;
}

/** All commands of `plateia`, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
	start: {
		usage: "",
		summary: "checks the machine and the settings, and starts the site",
		details:
			"Nothing is changed before the checks have passed. The site listens on PORT (3000) and HOST (all addresses).",
		words: [0, 0],
		run: async () => (await import("./start.server")).start(),
	},
	doctor: {
		usage: "",
		summary: "looks for what is wrong with machine, settings, data and services",
		details: `Checks Node and its modules, port, folders and space, database, settings, sign-in provider and clock, proxy, redeem
bot and backups. Each finding is a sentence that says what to do. Exits with 1 if there is one. The site may be running.`,
		words: [0, 0],
		run: async () => (await import("./doctor.server")).doctor(),
	},
	setup: {
		usage: "",
		summary: "lets the next start open the setup of the sign-in again",
		details: `Forgets the client secret that was entered in the setup, and keeps the other values. The site may be running.
After a restart the log has the setup link, and nobody can use the site until the setup is finished.`,
		words: [0, 0],
		run: async () => (await import("./setup.server")).setup(),
	},
	backup: {
		usage: "[FOLDER]",
		summary: "makes a verified copy of database and pictures",
		details: `The copy goes to FOLDER, by default BACKUP_FOLDER. Only there old backups are removed (BACKUP_KEEP).
The site may be running.`,
		words: [0, 1],
		run: async ({ words: [folder] }) => (await import("./backup.server")).backup(folder),
	},
	restore: {
		usage: "FOLDER [--even-broken]",
		summary: "replaces database and pictures with a backup",
		details: `FOLDER is the backup's own folder. The site must not be running. The replaced files are kept beside the restored ones.
--even-broken  also restores data that violates invariants`,
		words: [1, 1],
		options: ["even-broken"],
		run: async ({ words: [folder = ""], has }) =>
			(await import("./restore.server")).restore(folder, has("even-broken")),
	},
	move: {
		usage: "URL",
		summary: "copies the database to another one, such as from SQLite to PostgreSQL",
		details: `URL is that of a new, empty database: file:PATH or postgres://USER:PASSWORD@HOST/DATABASE.
The site must not be running. Its database stays as it is; set DATABASE_URL to URL afterwards. All rows are copied in one
transaction, compared and audited. If the command is interrupted, it can be run again.`,
		words: [1, 1],
		run: async ({ words: [url = ""] }) => (await import("./move.server")).move(url),
	},
	audit: {
		usage: "[--quiet]",
		summary: "checks all invariants of the data, such as points and orders",
		details: `Exits with 1 if one is broken. The site may be running.
--quiet  prints broken invariants only`,
		words: [0, 0],
		options: ["quiet"],
		run: async ({ has }) => (await import("./audit.server")).audit(has("quiet")),
	},
	admin: {
		usage: "add NAME [--subject]",
		summary: "makes a user who has signed in an admin",
		details: `It applies at once, also while the site runs. Admins add and remove others on the settings page.
--subject  NAME is the sign-in provider's subject ("sub") of somebody who may not have signed in yet`,
		words: [2, 2],
		options: ["subject"],
		run: async ({ words: [verb = "", name = ""], has }) => {
			const { addAdminByCommand } = await import("./admin.server");
			if (verb === "add") return addAdminByCommand(name, has("subject"));
			console.error(`"${verb}" is not known: plateia admin add NAME`);
			return 2;
		},
	},
	erase: {
		usage: "NAME [ID]",
		summary: "erases a person's data on their request",
		details: `ID is the user's id, for a name that several users have. The site may be running.
docs/operations.md lists what remains.
For a person who has never signed in, NAME is twitch:ACCOUNT or kick:ACCOUNT with the name or id there, and ID the id there.`,
		words: [1, 2],
		run: async ({ words: [name = "", id] }) => {
			const { erase, erasePlatformAccount } = await import("./erase.server");
			const [, platform, account] = /^(twitch|kick):(.+)$/.exec(name) ?? [];
			return platform && account ? erasePlatformAccount(platform, account, id) : erase(name, id);
		},
	},
};
