import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { loggedFields } from "./rule-fields.server";
import { type EarningRules, NO_RULES } from "./rules";
import { findRuleVersions, insertRules } from "./rules.queries.server";

type Tools = Pick<Site, "db" | "now"> & {
	log: Pick<Site["log"], "info">;
	/** Called after rules have been saved. */
	settingsSaved?(): void;
};

interface Version {
	/** From 1; 0 for the rules of a site that has saved none. */
	version: number;
	rules: EarningRules;
	validFrom: string;
}

const FIRST: Version = { version: 0, rules: NO_RULES, validFrom: "" };

/** Opens the rules of earning points. All their versions are held in memory. */
export async function openRules({ db, now, log, settingsSaved }: Tools) {
	async function read(from: Parameters<typeof findRuleVersions>[0]): Promise<Version[]> {
		const rows = await findRuleVersions(from);
		const stored = rows.map(({ version, rules, valid_from }) => ({
			version,
			// A version that was saved before a rule existed does not pay for it.
			rules: { ...NO_RULES, ...(JSON.parse(rules) as Partial<EarningRules>) },
			validFrom: valid_from,
		}));
		return [FIRST, ...stored];
	}

	let versions = await read(db);
	const newest = () => versions.at(-1) ?? FIRST;
	// The versions are append-only, so that of two overlapping reads the longer one is the newer one.
	async function refreshRules() {
		const stored = await read(db);
		if (stored.length > versions.length) versions = stored;
	}

	return {
		/** The rules that apply now, and their version. */
		newest,
		/** Reads the versions again. */
		refreshRules,
		rules: (): EarningRules => newest().rules,
		/** The rules that applied at an instant. */
		rulesAt(at: Date): EarningRules {
			const instant = at.toISOString();
			return (versions.findLast(({ validFrom }) => validFrom <= instant) ?? FIRST).rules;
		},
		/**
		 * Saves a new version, which applies from now on, and writes the change log. Does nothing if the rules are unchanged.
		 * @param version the version with which the form was rendered.
		 * @throws {DomainError} `editConflict` if another admin has saved one since.
		 */
		async saveRules(adminId: string, rules: EarningRules, version: number): Promise<void> {
			await writeChange({ db, now }, adminId, {
				write: async (trx, at) => {
					const stored = await read(trx);
					const before = stored.at(-1) ?? FIRST;
					if (JSON.stringify(before.rules) === JSON.stringify(rules)) return undefined;
					if (before.version !== version) throw new DomainError("editConflict");
					const savedAt = at.toISOString();
					// The clock may have been set back.
					const validFrom = savedAt > before.validFrom ? savedAt : before.validFrom;
					await insertRules(trx, JSON.stringify(rules), validFrom);
					return {
						action: "earning.edit",
						subject: "",
						subjectName: "",
						before: loggedFields(before.rules),
						after: loggedFields(rules),
					};
				},
				published: () => log.info({ event: "earning-rules-changed", adminId }),
			});
			await refreshRules();
			settingsSaved?.();
		},
	};
}
