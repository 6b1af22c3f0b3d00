/**
 * Critical: the process must not get requests, so that `/healthz` answers 503. Bad: something does not work. Warning: it may
 * stop working soon.
 */
export type Severity = "critical" | "bad" | "warning";

/** What a check has found: nothing, a fault, or a fault with the number in its text. */
export type Finding = boolean | number;

/** A check of one fact of the site. */
export interface Check<Facts> {
	severity: Severity;
	/** Whether there is a fault in what is known of the site; false if its fact is unknown. */
	run(facts: Partial<Facts>): Finding;
}

/** Returns the function that declares a check of one of `Facts`. The name of a check is its key in the list. */
export const checksOf =
	<Facts extends object>() =>
	<Fact extends keyof Facts>(
		severity: Severity,
		fact: Fact,
		run: (value: Exclude<Facts[Fact], undefined>) => Finding,
	): Check<Facts> => ({
		severity,
		run(facts) {
			const value = facts[fact];
			return value === undefined ? false : run(value as Exclude<Facts[Fact], undefined>);
		},
	});

export interface Problem<Name extends string> {
	name: Name;
	severity: Severity;
	/** The number in its text; 1 if it has none. */
	count: number;
}

/** Runs all checks whose facts are known. @returns what they found, in the order of the list. */
export function runChecks<Facts, Name extends string>(
	checks: Readonly<Record<Name, Check<Facts>>>,
	facts: Partial<Facts>,
): Problem<Name>[] {
	return (Object.entries(checks) as [Name, Check<Facts>][]).flatMap(([name, { severity, run }]) => {
		const found = run(facts);
		return found === false ? [] : [{ name, severity, count: Number(found) }];
	});
}
