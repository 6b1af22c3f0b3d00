import { UsageError } from "./usage-error";

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
	run(typed: Arguments): Promise<void>;
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
		summary: "prints a new link of the setup of the sign-in, and opens a finished one again",
		details: `The link works once, within 15 minutes. The site may be running.
If the setup is finished, forgets the client secret that was entered there and keeps the other values: after a restart
nobody can use the site until the setup is finished again.`,
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
	retrieve: {
		usage: "[NAME] [--list]",
		summary: "downloads a backup from the S3-compatible store, to restore it",
		details: `NAME is that of a backup, by default the newest. It is compared with its hashes and put into BACKUP_FOLDER.
The settings BACKUP_S3_... of the environment or, without them, those that an admin has saved, say where the store is.
--list  prints the names of all backups there`,
		words: [0, 1],
		options: ["list"],
		run: async ({ words: [name], has }) => (await import("./retrieve.server")).retrieve(name, has("list")),
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
	pictures: {
		usage: "[--fetch]",
		summary: "copies the pictures of IMAGE_FOLDER to the S3-compatible store of pictures",
		details: `The settings PICTURE_S3_... say where the store is. Pictures that are there are not copied again. The site may be running.
--fetch  copies the pictures of the store to IMAGE_FOLDER`,
		words: [0, 0],
		options: ["fetch"],
		run: async ({ has }) => (await import("./pictures.server")).copyPictures(has("fetch")),
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
		usage: "[add NAME | remove NAME] [--subject]",
		summary: "lists the admins, makes a user who has signed in an admin, or removes one",
		details: `It applies at once, also while the site runs. Admins add and remove others on the settings page.
--subject  NAME is the sign-in provider's subject ("sub") of somebody who may not have signed in yet`,
		words: [0, 2],
		options: ["subject"],
		run: async ({ words: [verb, name], has }) => {
			const admin = await import("./admin.server");
			if (verb === undefined) return admin.listAdminsByCommand();
			if (verb === "add" && name) return admin.addAdminByCommand(name, has("subject"));
			if (verb === "remove" && name) return admin.removeAdminByCommand(name, has("subject"));
			throw new UsageError("Usage: plateia admin, plateia admin add NAME, or plateia admin remove NAME");
		},
	},
	"auth0-to-twitch": {
		usage: "",
		summary: "lets users who signed in by Auth0 with Twitch keep their accounts with Twitch itself",
		details: `The site must not be running. Removes "oauth2|twitch|" from the subjects of users and admins, and signs all users out.
Make a backup before. Users of other connections of Auth0 do not change.`,
		words: [0, 0],
		run: async () => (await import("./auth0-to-twitch.server")).auth0ToTwitch(),
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
