import { debuglog, parseArgs } from "node:util";
import { OperatorError } from "db/engine";
import { FAULT_TEXT, storageFaultOf } from "db/faults";
import { closest } from "~/lib/closest";
import { type Arguments, COMMANDS, type Command } from "./commands.server";
import { readPackage } from "./node-version.server";
import { UsageError } from "./usage-error";

const usageOf = (name: string, { usage }: Command) => `plateia ${name} ${usage}`.trimEnd();

function helpOf(name: string, command: Command): string {
	return `usage: ${usageOf(name, command)}\n\n${capitalised(command.summary)}.\n${command.details}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function help(): string {
	const commands = Object.entries(COMMANDS).map(([name, command]) => ({
		usage: usageOf(name, command),
		summary: command.summary,
	}));
	const width = Math.max(...commands.map(({ usage }) => usage.length)) + 2;
	const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`);
	return `usage: plateia COMMAND [ARGUMENT...]\n\n${lines.join("\n")}\n\nplateia COMMAND --help describes a command. Settings are read from .env: see docs/settings.md.`;
}

/** The arguments of a command; the reason if they are wrong. */
function parse({ words: [least, most], options = [] }: Command, args: string[]): Arguments | string {
	const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true });
	const given = new Set<string>();
	for (const token of tokens) {
		if (token.kind !== "option") continue;
		if (!options.includes(token.name)) {
			const meant = closest(token.name, options);
			return `There is no option ${token.rawName}.${meant ? ` Did you mean --${meant}?` : ""}`;
		}
		if (token.value !== undefined) return `The option ${token.rawName} has no value.`;
		given.add(token.name);
	}
	const words = tokens.flatMap((token) => (token.kind === "positional" ? token.value : []));
	const extra = words[most];
	if (extra !== undefined) return `What is "${extra}"?`;
	if (words.length < least || words.includes("")) return "An argument is missing.";
	return { words, has: (option) => given.has(option) };
}

/** Prints stack traces if NODE_DEBUG is `plateia`. */
const debug = debuglog("plateia");

/** The sentence for an error that a command did not expect. */
function failureOf(error: unknown): string {
	debug("%O", error);
	const message = error instanceof Error ? error.message : String(error);
	const fault = storageFaultOf(error);
	return fault ? `${FAULT_TEXT[fault]} (${message}).` : message;
}

function misuse(reason: string, more: string): 2 {
	console.error(`${reason}\n${more}`);
	return 2;
}

/**
 * Runs a command, with its output on standard output and errors on standard error. Never throws.
 * @param args the name of the command and its arguments.
 * @returns the exit code: 0 after success, 1 after a failure, 2 for wrong usage.
 */
export async function runCommandLine(args: readonly string[]): Promise<0 | 1 | 2> {
	const [name = "", ...rest] = args;
	if (name === "--version") {
		console.log(readPackage().version);
		return 0;
	}
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (command === undefined) {
		if (["help", "--help", "-h"].includes(name)) {
			console.log(help());
			return 0;
		}
		if (name === "") return misuse("Which command?", help());
		const meant = closest(name, Object.keys(COMMANDS));
		return misuse(
			`There is no command "${name}".${meant ? ` Did you mean ${meant}?` : ""}`,
			"plateia --help lists the commands.",
		);
	}
	if (rest.includes("--help") || rest.includes("-h")) {
		console.log(helpOf(name, command));
		return 0;
	}
	const typed = parse(command, rest);
	if (typeof typed === "string") {
		return misuse(typed, `usage: ${usageOf(name, command)}; plateia ${name} --help tells more.`);
	}
	try {
		await command.run(typed);
		return 0;
	} catch (error) {
		console.error(error instanceof OperatorError ? error.message : `plateia ${name}: ${failureOf(error)}`);
		return error instanceof UsageError ? 2 : 1;
	}
}
