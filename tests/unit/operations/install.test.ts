/** install.sh in a folder that stands for the machine, with programs that stand for those of the system. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { isLong } from "../../support/test-size";

const SETTINGS = `HOST=127.0.0.1
DATABASE_URL=file:HERE/plateia.sqlite
IMAGE_FOLDER=HERE/images
BACKUP_FOLDER=HERE/backups
APP_ORIGIN=https://site.example
TRUSTED_PROXY_HOPS=1
`;

/** The same for all tests, because the programs name it. */
const root = mkdtempSync(join(tmpdir(), "plateia-test-"));
/** The machine after the first installation. */
const installed = `${root}-installed`;
afterAll(() => {
	for (const folder of [root, installed]) rmSync(folder, { recursive: true, force: true });
});
const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), "utf8");
const write = (path: string, text: string, mode = 0o644) => {
	mkdirSync(join(at(path), ".."), { recursive: true });
	writeFileSync(at(path), text, { mode });
};

/**
 * systemd runs the current release: its file `start` changes the database or fails. The site works if the release knows
 * the schema in the database.
 */
const PROGRAMS = {
	id: 'case "$*" in -u) echo 0 ;; *) echo 999 ;; esac',
	uname: "echo x86_64",
	systemctl: `echo "$*" >> calls
		if [ -e signal ] && [ "$*" = "$(cut -d : -f 2 signal)" ]; then kill -"$(cut -d : -f 1 signal)" $PPID; fi
		port=$(cat units/plateia.service.d/trial.conf plateia.env 2>/dev/null | sed -n 's/^[^#]*PORT *= *[^0-9]*\\([0-9]*\\).*/\\1/p' | head -n 1)
		case $1 in
			is-active) [ -e running ] ;;
			stop) if [ "$2" = plateia ]; then rm -f running; : > listening; fi ;;
			restart)
				rm -f running; : > listening
				if sh opt/plateia/current/start; then
					touch running
					printf ' 0: 0100007F:%04X 00000000:0000 0A 0 0 0 999 0 1\\n' "\${port:-3000}" > listening
				fi ;;
			show) if [ -e running ]; then echo ActiveState=active; else echo ActiveState=failed; fi ;;
		esac`,
	// The script asks for the site's health, and for a free port.
	node: "case $2 in *fetch*) cat opt/plateia/current/health ;; *) echo 4321 ;; esac",
	...{ journalctl: ":", sleep: ":", chown: ":", sync: ":" },
	install: `mode= ; for last; do :; done
		case " $* " in *" -d "*) mkdir -p "$last" ;; *) shift 2; [ "$1" != -g ] || shift 2; cp "$@" ;; esac`,
};

beforeEach(() => {
	rmSync(root, { recursive: true });
	mkdirSync(root);
	for (const [name, text] of Object.entries(PROGRAMS)) {
		write(`bin/${name}`, `#!/bin/sh\ncd ${root}\n${text}\n`, 0o755);
	}
	for (const folder of ["disk", "units", "run", "var", "cli"]) mkdirSync(at(folder));
	symlinkSync("disk", at("opt"));
	write("os-release", "ID=debian\nVERSION_ID=13\n");
	write("calls", "");
	write("listening", "");
});

/** A release whose start runs a shell command. If that succeeds, its health check gives an answer. */
function release(version: string, start: string, health = "works") {
	const folder = `releases-to-try/${version}`;
	write(
		`${folder}/package.json`,
		`{\n\t"version": "${version}",\n\t"cpu": ["x64"],\n\t"libc": ["glibc"]\n}\n`,
	);
	write(`${folder}/commands/plateia.js`, "");
	write(`${folder}/start`, start);
	write(`${folder}/health`, `${health}\n`);
	write(`${folder}/bin/plateia`, "#!/bin/sh\n", 0o755);
	for (const name of ["plateia.service", "plateia-audit.timer"])
		write(`${folder}/docs/hosting/${name}`, version);
	write(`${folder}/docs/hosting/nginx.conf`, "server_name example.com;\n");
	write(`${folder}/docs/hosting/plateia`, `#!/bin/sh\necho "$1" >> ${at("calls")}\n`, 0o755);
	const script = readFileSync("packaging/install.sh", "utf8")
		.replaceAll("/opt/plateia", at("opt/plateia"))
		.replaceAll("/var/lib/plateia", at("var/plateia"))
		.replaceAll("/etc/plateia.env", at("plateia.env"))
		.replaceAll("/etc/systemd/system", at("units"))
		.replaceAll("/usr/local/bin/plateia", at("cli/plateia"))
		.replaceAll("/run/systemd/system", at("run"))
		.replaceAll("/etc/os-release", at("os-release"))
		.replaceAll("/etc/nginx", at("nginx"))
		.replaceAll("/proc/net/tcp*", at("listening*"))
		.replace('/usr/local/bin:/usr/bin:/bin" node', `${at("bin")}:/usr/bin:/bin" node`);
	write(`${folder}/install.sh`, script, 0o755);
	return folder;
}

const install = (folder: string, args: string[] = [], input = "") =>
	spawnSync("sh", [at(`${folder}/install.sh`), ...args], {
		env: { NODE_ENV: "test", PATH: `${at("bin")}:/usr/sbin:/usr/bin:/sbin:/bin` },
		input,
		encoding: "utf8",
	});

const database = "var/plateia/plateia.sqlite";
/** Works with the schema `a` only. */
const FIRST = `[ -e ${database} ] || echo schema a > ${database}; grep -q "schema a" ${database}`;

let first: SpawnSyncReturns<string> | undefined;

/** Installs a first version. All tests but one get a copy of what the first one has installed. */
function installFirst() {
	const copied = { recursive: true, verbatimSymlinks: true };
	if (first) {
		rmSync(root, { recursive: true });
		cpSync(installed, root, copied);
		return first;
	}
	first = install(release("1.0.0", FIRST), [], "https://Site.example/\nnone\n\n");
	expect([first.status, first.stderr.replaceAll(/.*\?? \[.*?\]: /g, "")]).toEqual([0, ""]);
	cpSync(root, installed, copied);
	return first;
}

const current = () => readlinkSync(at("opt/plateia/current"));
const calls = () => read("calls");

/** Rare cases, each of which runs the script several times. They are not skipped: without TEST_LONG=1 they do not exist. */
const inLongRun: (title: string, test: () => void) => void = isLong ? it : () => {};

describe.runIf(process.platform === "linux")("install.sh", () => {
	it("asks three questions, and writes settings, service files and command", () => {
		const { stderr, stdout } = installFirst();
		expect(stderr.match(/\]: /g)).toHaveLength(3);
		expect(stdout).toContain("https://site.example");
		expect(read("plateia.env")).toBe(SETTINGS.replaceAll("HERE", at("var/plateia")));
		expect([current(), readdirSync(at("units")).sort(), existsSync(at("cli/plateia"))]).toEqual([
			"releases/1.0.0",
			["plateia-audit.timer", "plateia.service"],
			true,
		]);
	});

	it.each([
		["an unknown option", ["--domian", "a.example"], 2, /^usage/m],
		["a domain that is none", ["--yes", "--domain", "a b"], 1, /"a b" is not a domain name/],
		["a proxy without a domain", ["--yes", "--proxy", "nginx"], 1, /nginx needs a domain name/],
		["a missing answer", [], 1, /There is no answer/],
	])("refuses %s and changes nothing", (_what, args, status, reason) => {
		const result = install(release("1.0.0", FIRST), args);
		expect([result.status, result.stderr]).toEqual([status, expect.stringMatching(reason)]);
		expect([readdirSync(at("opt")), existsSync(at("plateia.env"))]).toEqual([[], false]);
	});

	inLongRun("refuses another system, and an archive for another processor", () => {
		const folder = release("1.0.0", FIRST);
		write("os-release", "ID=fedora\nVERSION_ID=44\nPRETTY_NAME=Fedora\n");
		expect(install(folder, ["--yes"]).stderr).toMatch(/not for Fedora/);
		write("os-release", "ID=ubuntu\nVERSION_ID=24.04\n");
		write(`${folder}/package.json`, '{\n\t"cpu": ["arm64"], "libc": ["glibc"]\n}\n');
		expect(install(folder, ["--yes"]).stderr).toMatch(/ends with -linux-x64\.tar\.gz/);
	});

	it("upgrades after a backup, without questions, and keeps the settings", () => {
		installFirst();
		const settings = read("plateia.env");
		expect(install(release("2.0.0", FIRST))).toMatchObject({ status: 0, stderr: "" });
		expect([current(), read("units/plateia.service"), read("plateia.env")]).toEqual([
			"releases/2.0.0",
			"2.0.0",
			settings,
		]);
		expect(calls()).toMatch(/\nbackup\ndaemon-reload\nstop plateia-audit.*\nstop plateia\n/);
		// First on a separate port.
		expect(calls().match(/^restart plateia$/gm)).toHaveLength(3);
		expect(readdirSync(at("var/plateia"))).toEqual(["plateia.sqlite"]);
		expect(readdirSync(at("opt/plateia/releases"))).toEqual(["1.0.0", "2.0.0"]);
	});

	it("moves the backups to another disk, to which the service gets access, and keeps that in an upgrade", () => {
		const script = release("1.0.0", FIRST);
		expect(install(script, ["--backups", at("disk2")]).stderr).toContain("not installed yet");
		installFirst();
		expect(install(script, ["--backups", "disk2"]).stderr).toContain("a path that begins with /");
		expect(install(script, ["--backups", "/root/x"]).stderr).toContain("The service cannot see /root/x");
		expect(install(script, ["--backups", at("disk2")]).stderr).toContain("does not exist");
		mkdirSync(at("disk2"));
		const { status, stdout } = install(script, ["--backups", at("disk2/")]);
		const folder = at("disk2/plateia");
		expect([status, stdout]).toEqual([0, expect.stringContaining(`Backups are made in ${folder}.`)]);
		const has = () => [existsSync(folder), read("plateia.env"), read("units/plateia.service.d/backups.conf")];
		const expected = [
			true,
			`${SETTINGS.replaceAll("HERE", at("var/plateia")).replace(/BACKUP_FOLDER.*\n/, "")}BACKUP_FOLDER=${folder}\n`,
			`[Service]\nReadWritePaths=-${folder}\n`,
		];
		expect([has(), existsSync(at("running"))]).toEqual([expected, true]);
		expect(install(release("2.0.0", FIRST)).status).toBe(0);
		expect(has()).toEqual(expected);
		expect(install(script, ["--uninstall"]).status).toBe(0);
		expect(readdirSync(at("units"))).toEqual([]);
	});

	it("prints a link of the setup for a site that is not set up", () => {
		const { status, stdout } = install(release("1.0.0", FIRST, "setup"), ["--yes", "--proxy", "none"]);
		expect([status, calls()]).toEqual([0, expect.stringMatching(/\nsetup\n/)]);
		expect(stdout).toContain("plateia setup");
	});

	it("goes back from a version that does not start, with settings and data as they were", () => {
		installFirst();
		write("more.env", "LOG_LEVEL=nonsense\n");
		const before = [read("plateia.env"), read(database)];
		const { status, stderr } = install(release("2.0.0", "false"), ["--settings", at("more.env")]);
		expect([status, stderr]).toEqual([1, expect.stringContaining("1.0.0 runs with all its data")]);
		expect([read("plateia.env"), read(database)]).toEqual(before);
		expect([current(), read("units/plateia.service"), existsSync(at("running"))]).toEqual([
			"releases/1.0.0",
			"1.0.0",
			true,
		]);
		expect(readdirSync(at("opt/plateia/releases"))).toEqual(["1.0.0"]);
	});

	it("puts the database back if the version that does not start has changed it", () => {
		installFirst();
		write(database, "schema a, and what viewers did\n");
		const { stderr } = install(release("2.0.0", `echo schema b > ${database}; false`));
		expect(stderr).toContain("1.0.0 runs with all its data");
		expect(read(database)).toBe("schema a, and what viewers did\n");
		expect(read(`${database}.failed-2.0.0`)).toBe("schema b\n");
	});

	/** An upgrade to a version that changes the schema and does not start. */
	const breakIt = (args: string[] = []) =>
		install(release("2.0.0", `echo schema b > ${database}; false`), args);
	const played = "schema a, and what viewers did\n";
	const isAsBefore = (settings: string) => {
		expect([read(database), read("plateia.env"), current(), existsSync(at("running"))]).toEqual([
			played,
			settings,
			"releases/1.0.0",
			true,
		]);
		expect(readdirSync(at("units"))).not.toContain("plateia.service.d");
		expect(readdirSync(at("opt/plateia"))).toEqual(["current", "releases"]);
		expect(readdirSync(at("var/plateia"))).not.toContain(".before-upgrade");
	};

	it("goes back completely although it is interrupted again", () => {
		const settings = installFirst() && read("plateia.env");
		write(database, played);
		write("signal", "HUP:stop plateia");
		const { status, stderr } = breakIt();
		expect([status, stderr]).toEqual([1, expect.stringContaining("2.0.0 was interrupted. Going back")]);
		isAsBefore(settings);
	});

	it.each(["stop plateia", "restart plateia"])(
		"goes back first if the last upgrade was killed at: systemctl %s",
		(call) => {
			const settings = installFirst() && read("plateia.env");
			write(database, played);
			write("signal", `KILL:${call}`);
			write("more.env", "LOG_LEVEL=debug\n");
			expect(breakIt(["--settings", at("more.env")]).signal).toBe("SIGKILL");
			rmSync(at("signal"));
			const { status, stdout, stderr } = install(release("3.0.0", "false"));
			expect([status, stdout, stderr]).toEqual([
				1,
				expect.stringContaining("The last upgrade was cut off"),
				expect.stringContaining("1.0.0 runs with all its data"),
			]);
			isAsBefore(settings);
		},
	);

	it.each([
		[
			"a copy of the database would not fit",
			() =>
				write(
					"bin/df",
					"#!/bin/sh\necho 'Filesystem'; echo '/dev/a 2 1 1048576 1% /'; [ \"$3\" ] || echo '/dev/a 2 1 900 1% /'\n",
					0o755,
				),
			/only 0 MB are free beside .*plateia.sqlite/,
		],
		[
			"there is no backup",
			() => write("cli/plateia", "#!/bin/sh\nfalse\n", 0o755),
			/no backup could be made/,
		],
		[
			"the database is not where the settings say",
			() => rmSync(at(database)),
			/The database of the running site is not at .*plateia.sqlite/,
		],
		[
			"another program has the port",
			() => write("listening", " 0: 0100007F:0BB8 00000000:0000 0A 0 0 0 1000\n"),
			/Port 3000 is taken/,
		],
	])("changes nothing if %s", (_what, prepare, reason) => {
		const settings = installFirst() && read("plateia.env");
		prepare();
		const { status, stderr } = install(release("2.0.0", FIRST), ["--port", "3000"]);
		expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
		expect([current(), existsSync(at("running")), read("plateia.env")]).toEqual([
			"releases/1.0.0",
			true,
			settings,
		]);
		expect(readdirSync(at("opt/plateia/releases"))).toEqual(["1.0.0"]);
	});

	inLongRun("finds settings that are written in other ways, and takes no empty ones from a file", () => {
		installFirst();
		const folder = at("var/plateia");
		write(
			"plateia.env",
			`export PORT = '4000' # theirs\nDATABASE_URL="file://${folder}/link" # old\nOIDC_ISSUER=https://a.example`,
		);
		symlinkSync(at(database), `${folder}/link`);
		write("more.env", "OIDC_ISSUER=\nOIDC_CLIENT_ID= # none\nLOG_LEVEL=debug\n");
		const before = read(database);
		const { stderr } = install(release("2.0.0", `echo schema b > ${database}; false`), [
			"--settings",
			at("more.env"),
		]);
		expect(stderr).toContain("1.0.0 runs with all its data");
		expect([read(database), read("listening")]).toEqual([before, expect.stringContaining(":0FA0 ")]);
		write("cli/plateia", "#!/bin/sh\nfalse\n", 0o755);
		expect(
			install(release("3.0.0", FIRST), ["--settings", at("more.env"), "--port", "5000", "--without-backup"])
				.status,
		).toBe(0);
		expect(read("plateia.env").split("\n")).toEqual([
			`DATABASE_URL="file://${folder}/link" # old`,
			...["OIDC_ISSUER=https://a.example", "PORT=5000", "LOG_LEVEL=debug", ""],
		]);
	});

	inLongRun("sets up the proxy that an interrupted installation has left out", () => {
		for (const folder of ["sites-available", "sites-enabled"])
			mkdirSync(at(`nginx/${folder}`), { recursive: true });
		write("nginx/nginx.conf", "worker_connections 768;\n");
		for (const [name, text] of [
			["dpkg-query", "echo install ok installed"],
			["nginx", ":"],
		] as const)
			write(`bin/${name}`, `#!/bin/sh\n${text}\n`, 0o755);
		const options = ["--yes", "--domain", "site.example", "--proxy", "nginx", "--no-certificate"];
		expect(install(release("1.0.0", "false"), options).stderr).toContain("The site does not work yet");
		expect(existsSync(at("nginx/sites-available/plateia"))).toBe(false);
		expect(install(release("2.0.0", FIRST))).toMatchObject({ status: 0, stderr: "" });
		expect(read("nginx/sites-available/plateia")).toBe("server_name site.example;\n");
		expect(read("plateia.env")).toContain("TRUSTED_PROXY_HOPS=2");
		expect(existsSync(at("opt/plateia/proxy"))).toBe(false);
	});

	it("leaves the data when it removes the program, and finds them at the next installation", () => {
		installFirst();
		cpSync(at(database), at("before"));
		const folder = release("2.0.0", FIRST);
		expect(install(folder, ["--uninstall"])).toMatchObject({ status: 0, stderr: "" });
		expect([readdirSync(at("opt")), readdirSync(at("units")), readdirSync(at("cli"))]).toEqual([[], [], []]);
		expect(install(folder, ["--yes", "--proxy", "none"])).toMatchObject({ status: 0, stderr: "" });
		expect(read(database)).toBe(read("before"));
		const lines = (text: string) => text.split("\n").sort();
		expect(lines(read("plateia.env"))).toEqual(lines(SETTINGS.replaceAll("HERE", at("var/plateia"))));
	});
});

it("all blocks of docs/hosting.md are syntactically valid", () => {
	const blocks = [...readFileSync("docs/hosting.md", "utf8").matchAll(/^```sh\n(.*?)^```$/gms)];
	expect(blocks.length).toBeGreaterThan(1);
	for (const [, commands] of blocks)
		expect(spawnSync("bash", ["-n"], { input: commands, encoding: "utf8" }).stderr).toBe("");
});
