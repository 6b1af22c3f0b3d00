import { DomainError } from "~/forms/domain-error";
import type { ErrorCode } from "~/i18n/messages";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";

declare module "~/lib/site" {
	interface Site {
		/** Runs a function in the process that leads: see {@link openLeaderCalls}. */
		inLeader: ReturnType<typeof openLeaderCalls>;
	}
}

const CALLS = "calls";
const ANSWERS = "answers";
/** How long a process waits for the answer of the leader by default. */
const WAIT_MS = 5000;

type Call = readonly [id: string, name: string, values: readonly unknown[]];

/** What the leader answers: the value of the function, or its refusal. */
interface Answer {
	value?: unknown;
	refusal?: Pick<DomainError, "code" | "values" | "status">;
}

/**
 * Lets any process of the site use what only the leader has, such as connections to platforms, for the few requests that need it.
 * @returns `inLeader(name, run, waitMs)`, which returns a function that calls `run` in the leader. Arguments and answer must be
 * JSON. A call may be lost, and so may the answer to a call that has run: `run` must change nothing when it is repeated.
 * The function throws the DomainError of `run`, and `siteBusy` without an answer within `waitMs`, such as while no process leads.
 */
export function openLeaderCalls({ bus, leads, log, clock }: Pick<Site, "bus" | "leads" | "log" | "clock">) {
	const runs = new Map<string, (values: readonly unknown[]) => Promise<unknown>>();
	const waiting = new Map<string, (answer: Answer) => void>();

	async function answerTo(name: string, values: readonly unknown[]): Promise<Answer> {
		try {
			return { value: await runs.get(name)?.(values) };
		} catch (error) {
			if (!(error instanceof DomainError)) log.error({ event: "leader-call-failed", call: name, err: error });
			const { code, values: details, status } = error instanceof DomainError ? error : busy();
			return { refusal: { code, values: details, status } };
		}
	}

	bus.subscribe(
		CALLS,
		guarded(async (message: unknown) => {
			const [id, name, values] = message as Call;
			if (leads() && runs.has(name)) bus.publish(ANSWERS, [id, await answerTo(name, values)]);
		}),
	);
	bus.subscribe(
		ANSWERS,
		guarded((message: unknown) => {
			const [id, answer] = message as [string, Answer];
			waiting.get(id)?.(answer);
		}),
	);

	function ask(name: string, values: readonly unknown[], waitMs: number): Promise<Answer> {
		const id = crypto.randomUUID();
		return new Promise<Answer>((resolve) => {
			const cancel = clock.at(clock.now() + waitMs, () => resolve({ refusal: busy() }));
			waiting.set(id, (answer) => {
				cancel();
				resolve(answer);
			});
			bus.publish(CALLS, [id, name, values] satisfies Call);
		}).finally(() => waiting.delete(id));
	}

	return <Values extends readonly unknown[], Value>(
		name: string,
		run: (...values: Values) => Promise<Value>,
		waitMs = WAIT_MS,
	): ((...values: Values) => Promise<Value>) => {
		runs.set(name, (values) => run(...(values as Values)));
		return async (...values) => {
			if (leads()) return run(...values);
			const { value, refusal } = await ask(name, values, waitMs);
			if (refusal) throw new DomainError(refusal.code as ErrorCode, refusal.values, refusal.status);
			return value as Value;
		};
	};
}

const busy = () => new DomainError("siteBusy");
