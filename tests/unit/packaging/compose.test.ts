/** Checks the content of the Docker Compose files. Nothing is started, because tests have no Docker. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SETTING_NAMES } from "~/lib/settings.server";
import { NGINX_CONF } from "../../support/site/nginx";
import { temporaryFolder } from "../../support/temporary-folder";

interface Service {
	build?: string | { context: string; args: Record<string, string> };
	environment?: Record<string, string>;
	command?: string[];
	depends_on?: string[] | Record<string, { condition: string }>;
	networks?: Record<string, { ipv4_address: string }>;
	stop_grace_period?: string;
	read_only?: boolean;
	volumes?: string[];
}
interface Compose {
	name: string;
	services: Record<string, Service>;
	networks?: { default: { ipam: { config: { subnet: string }[] } } };
	volumes: Record<string, null>;
}

const read = (name: string) => readFileSync(join("packaging", name), "utf8");
const composeOf = (name: string) => parse(read(name), { merge: true }) as Compose;
const dockerfile = read("Dockerfile");
const releaseScript = read("release.ts");

describe.each(["compose.yaml", "compose-cluster.yaml"])("%s", (file) => {
	const { services, volumes } = composeOf(file);
	const all = Object.entries(services);
	const sites = all.filter(([, { build }]) => build !== undefined);

	it("is in a release, with the files that it names", () => {
		expect(releaseScript).toContain(`"${file}"`);
		const mounts = all
			.flatMap(([, service]) => service.volumes ?? [])
			.map((line) => line.split(":")[0] ?? "");
		const files = mounts.filter((path) => path.startsWith("./"));
		expect(files.length).toBeGreaterThan(0);
		for (const path of files) {
			expect(existsSync(path)).toBe(true);
			expect(path).toMatch(/^\.\/docs\/hosting\//);
		}
		const named = mounts.filter((path) => /^\w/.test(path));
		expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
	});

	it("gives the site settings and build arguments that exist, and time to stop", () => {
		expect(sites.length).toBeGreaterThan(0);
		for (const [, { build, environment = {}, stop_grace_period, read_only, volumes: own }] of sites) {
			const known: readonly string[] = SETTING_NAMES;
			expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
			const args = typeof build === "object" ? Object.keys(build.args) : [];
			for (const name of args) expect(dockerfile).toMatch(new RegExp(`^ARG ${name}=`, "m"));
			expect([stop_grace_period, read_only]).toEqual(["10s", true]);
			expect(own).toEqual(["data:/data"]);
		}
	});
});

describe("compose-cluster.yaml", () => {
	const { services, networks } = composeOf("compose-cluster.yaml");

	it("lets two processes share the database, the key file, the pictures and the backups", () => {
		const { site1, site2, database } = services;
		expect(site1?.environment).toEqual(site2?.environment);
		expect(site1?.environment).toMatchObject({
			DATABASE_URL: expect.stringMatching(/^postgres:\/\/plateia:.*@database\/plateia$/),
			DATA_FOLDER: "/data",
		});
		for (const setting of ["IMAGE_FOLDER=/data/images", "BACKUP_FOLDER=/data/backups"])
			expect(dockerfile).toContain(setting);
		expect(database?.environment).toMatchObject({
			POSTGRES_USER: "plateia",
			POSTGRES_DB: "plateia",
			POSTGRES_INITDB_ARGS: "--encoding=UTF8 --locale=C",
		});
		// Only one process creates the key file and migrates.
		expect(site2?.depends_on).toHaveProperty("site1");
	});

	it("gives nginx the documented configuration, with both processes in both upstreams", () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, "conf.d"));
		writeFileSync(join(folder, "nginx.conf"), "\tworker_connections  1024;\n");
		const [shell = "", flags = "", script = ""] = services.proxy?.command ?? [];
		const there = script
			.replaceAll("$$", "$")
			.replaceAll("/plateia.conf", NGINX_CONF)
			.replaceAll("/etc/nginx", folder)
			.replaceAll("/var/lib/nginx", join(folder, "cache"))
			.replace("exec nginx", "echo nginx");
		const addresses = [services.site1, services.site2].map(
			(site) => site?.networks?.default?.ipv4_address ?? "",
		);
		const subnet = addresses[0]?.replace(/\.\d+$/, "") ?? "";
		expect(networks?.default.ipam.config).toEqual([{ subnet: `${subnet}.0/24` }]);
		expect(services.proxy?.environment?.SUBNET).toBe(subnet);
		const env = { ...process.env, DOMAIN: "site.example", SUBNET: "172.30.77" };
		const { status, stderr } = spawnSync(shell, [flags, there], { env, encoding: "utf8" });
		expect([status, stderr]).toEqual([0, ""]);
		const made = readFileSync(join(folder, "conf.d/default.conf"), "utf8");
		const [plain, leader] = [/upstream plateia \{(.*?)\}/s, /upstream plateia_leader \{(.*?)\}/s].map(
			(upstream) => [...(upstream.exec(made)?.[1] ?? "").matchAll(/\tserver (.*);/g)].map(([, line]) => line),
		);
		const shown = addresses.map((address) => address.replace(/^.*\}/, "172.30.77"));
		expect(plain).toEqual(
			["", " backup max_fails=0"].flatMap((parameters) =>
				shown.map((address) => `${address}:3000${parameters}`),
			),
		);
		expect(leader).toEqual(shown.map((address) => `${address}:3000 max_fails=0`));
		expect(made).toContain("server_name site.example;");
		expect(made).not.toMatch(/example\.com|127\.0\.0\.1/);
		expect(readFileSync(join(folder, "nginx.conf"), "utf8")).toContain("worker_connections 16384;");
	});
});
