/** The order of test files. */
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These wait for rounds of Crash, some for a minute. */
const WAITS = /^games-/;

/** Vitest's order, but in each project the files that wait come first: the last worker would wait for them alone. */
export class WaitingFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const projects = [...new Set(sorted.map(({ project }) => project))];
		const waits = ({ moduleId }: TestSpecification) => Number(WAITS.test(basename(moduleId)));
		return projects.flatMap((project) =>
			sorted.filter((file) => file.project === project).sort((a, b) => waits(b) - waits(a)),
		);
	}
}
