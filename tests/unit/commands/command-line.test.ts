import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { COMMANDS } from "~/commands/commands.server";
import packageJson from "../../../package.json";
import { temporaryFolder } from "../../support/temporary-folder";

let out: string[];
let errors: string[];

beforeEach(() => {
	[out, errors] = [[], []];
	vi.spyOn(console, "log").mockImplementation((text) => out.push(text));
	vi.spyOn(console, "error").mockImplementation((text) => errors.push(text));
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

const run = async (...args: string[]) => {
	const code = await runCommandLine(args);
	return { code, out: out.join("\n"), errors: errors.join("\n") };
};

describe("help", () => {
	it.each(["--help", "-h", "help"])("lists every command for %s", async (option) => {
		const { code, out, errors } = await run(option);
		expect([code, errors]).toEqual([0, ""]);
		for (const name of Object.keys(COMMANDS)) expect(out).toContain(`  plateia ${name}`);
	});

	it.each(Object.keys(COMMANDS))("of %s has its usage and options, and does not run it", async (name) => {
		const { code, out, errors } = await run(name, "--help");
		expect([code, errors]).toEqual([0, ""]);
		expect(out).toContain(`usage: plateia ${name}`);
		for (const option of COMMANDS[name]?.options ?? []) expect(out).toContain(`\n--${option}  `);
	});

	it("is printed as an error without a command", async () => {
		const { code, out, errors } = await run();
		expect([code, out]).toEqual([2, ""]);
		expect(errors).toContain("usage: plateia COMMAND");
	});
});

it("--version prints the version", async () => {
	expect(await run("--version")).toEqual({ code: 0, out: packageJson.version, errors: "" });
});

it.each([
	[["bakcup"], 'There is no command "bakcup". Did you mean backup?'],
	[["audits"], 'There is no command "audits". Did you mean audit?'],
	[["audit", "--quite"], "There is no option --quite. Did you mean --quiet?"],
	[["audit", "--quiet=yes"], "The option --quiet has no value."],
	[["audit", "now"], 'What is "now"?'],
	[["restore"], "An argument is missing."],
	[["erase", "--force", "ana"], "There is no option --force."],
])("wrong usage is explained with exit code 2: %j", async (args, sentence) => {
	const { code, out, errors } = await run(...args);
	expect([code, out]).toEqual([2, ""]);
	expect(errors.split("\n")[0]).toBe(sentence);
	expect(errors).toContain("--help");
});

describe("without a database", () => {
	let folder: string;
	beforeEach(() => {
		folder = temporaryFolder();
		vi.stubEnv("DATABASE_URL", `file:${folder}/site.sqlite`);
		vi.stubEnv("BACKUP_FOLDER", "");
		vi.stubEnv("INIT_CWD", folder);
	});

	it.each([["audit"], ["erase", "ana"], ["backup", "copies"]])(
		"%j fails with a sentence and creates nothing",
		async (...args) => {
			const expected = { code: 1, out: "", errors: `no database at ${folder}/site.sqlite` };
			expect(await run(...args)).toEqual(expected);
			expect(readdirSync(folder)).toEqual([]);
		},
	);

	it("the folder of a restore is relative to where the command was typed", async () => {
		const { code, errors } = await run("restore", "copies/one");
		expect([code, errors]).toEqual([1, expect.stringContaining(`${folder}/copies/one is no backup`)]);
	});
});
