/** The software bill of materials of a release, in CycloneDX 1.6 JSON. */
import { type Lock, nameOfPackage } from "./packages";

interface Contents {
	name: string;
	version: string;
	/** The folders of the packages in the lock file. */
	packages: readonly string[];
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

/** An SPDX expression such as `(MIT OR CC0-1.0)` has another field than an identifier. */
const licenceOf = (licence: string) =>
	/ (OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } };

/**
 * The document as text. It has neither a time nor a serial number, so that it depends on the contents only. The hashes
 * are those of the packages' archives in the npm registry.
 */
export function billOfMaterials(lock: Lock, { name, version, packages }: Contents): string {
	const components = packages.map((folder) => {
		const entry = lock[folder];
		if (!entry) throw new Error(`${folder} is not in package-lock.json`);
		const [algorithm = "", hash = ""] = entry.integrity.split(/-(.*)/);
		const purl = purlOf(nameOfPackage(folder), entry.version);
		return {
			type: "library",
			"bom-ref": purl,
			name: nameOfPackage(folder),
			version: entry.version,
			...(entry.license && { licenses: [licenceOf(entry.license)] }),
			purl,
			hashes: [
				{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") },
			],
		};
	});
	// A package can be in two folders.
	const unique = [...new Map(components.map((one) => [one.purl, one])).values()];
	unique.sort((a, b) => (a.purl < b.purl ? -1 : 1));
	const document = {
		$schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
		bomFormat: "CycloneDX",
		specVersion: "1.6",
		version: 1,
		metadata: {
			component: {
				type: "application",
				"bom-ref": purlOf(name, version),
				name,
				version,
				licenses: [licenceOf("MIT")],
				purl: purlOf(name, version),
			},
		},
		components: unique,
	};
	return `${JSON.stringify(document, undefined, "\t")}\n`;
}
