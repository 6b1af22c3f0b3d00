import { afterAll, beforeAll, expect, it } from "vitest";
import type { describeApi } from "~/team/api/openapi.server";
import { SCOPES, type Scope } from "~/team/api/tokens";
import { RACE_FORM } from "../support/data/access-table";
import { openHunts } from "../support/data/hunt-rows";
import { type Visitor, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { atNoon } from "../support/site/noon";
import { entriesOf, idOf, registerUser } from "../support/site/points";
import { openRows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let admin: Visitor;

beforeAll(async () => {
	site = await startSite({ seed: true, env: { ...atNoon(), RATE_LIMIT_SCALE: "100" } });
	admin = await visit(site, { as: "admin" });
	const hunts = openHunts(site);
	hunts.finishAll();
	const hunt = hunts.add();
	for (const name of ["Wolf", "Temple"]) hunts.addSlot(hunt, name);
	hunts.close();
	const rows = openRows(site);
	rows.add("raffles", { id: "cup", title: "Cup", prizes: "500", closes_at: "2099-01-01T00:00:00.000Z" });
	rows.close();
	const key = () => ({ idempotencyKey: crypto.randomUUID() });
	await admin.post("/tournament/new", { ...RACE_FORM, ...key() });
});
afterAll(() => site?.close());

const CREATED = "[data-testid=shown-once]";

/** Creates a token as an admin does, with scripts off. */
async function createToken(scopes: readonly Scope[], name = "Quiz bot") {
	const page = await admin.open("/settings/api");
	const form = { name, scopes, dailyPoints: scopes.includes("points") ? 1000 : "", days: 30 };
	const created = await page.submit("form:has([name=scopes])", form);
	const token = created.$(`${CREATED} code`).text();
	expect(token, created.text()).toMatch(/^plateia_/);
	return { token, created };
}

interface Sent {
	token?: string;
	method?: string;
	body?: unknown;
	headers?: Record<string, string>;
}

const send = (path: string, { token, method = "GET", body, headers }: Sent = {}) =>
	fetch(site.origin + path, {
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(body !== undefined && {
				...{ "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
			}),
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});

type Document = ReturnType<typeof describeApi>;
interface Described {
	security: { token: Scope[] }[];
	parameters: { name: string; in: string; required: boolean; schema: object }[];
	requestBody?: object;
	responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
interface Schema {
	$ref?: string;
	type?: string;
	anyOf?: Schema[];
	enum?: unknown[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
}

const TYPES: Record<string, (value: unknown) => boolean> = {
	string: (value) => typeof value === "string",
	boolean: (value) => typeof value === "boolean",
	integer: Number.isInteger,
	number: Number.isFinite,
	null: (value) => value === null,
};

/** What differs between a value and its schema in the document; no field may be undescribed. */
function faultsOf(value: unknown, { $ref, ...own }: Schema, document: Document, at = "answer"): string[] {
	const schema = $ref ? (document.components.schemas.Problem as Schema) : own;
	const { type = "", anyOf, properties = {}, required = [], items } = schema;
	if (anyOf) {
		const all = anyOf.map((one) => faultsOf(value, one, document, at));
		return all.some(({ length }) => length === 0) ? [] : (all[0] ?? []);
	}
	if (type === "array" && Array.isArray(value))
		return value.flatMap((one, index) => faultsOf(one, items ?? {}, document, `${at}[${index}]`));
	if (type === "object" && typeof value === "object" && value !== null)
		return [
			...required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
			...Object.entries(value).flatMap(([name, one]) =>
				faultsOf(one, properties[name] ?? {}, document, `${at}.${name}`),
			),
		];
	const isAllowed = TYPES[type]?.(value) && (!schema.enum || schema.enum.includes(value));
	return isAllowed ? [] : [`${at} is ${JSON.stringify(value)}`];
}

it("each operation of the document answers as described, to its scope only", async () => {
	const response = await send("/api/v1/openapi.json");
	const document = (await response.json()) as Document;
	expect(document.openapi).toBe("3.1.0");
	const user = newPlayer();
	await registerUser(site, user);
	const tokens = new Map<Scope, string>();
	for (const scope of SCOPES) tokens.set(scope, (await createToken([scope])).token);
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, one]) => ({ path, method, ...(one as Described) })),
	);
	expect(operations.map(({ path, method }) => `${method} ${path}`)).toEqual([
		...["balance", "board", "hunt", "raffles", "tournaments", "store"].map((path) => `get /api/v1/${path}`),
		"post /api/v1/points",
	]);
	for (const { path, method, security, parameters, requestBody, responses } of operations) {
		const query = parameters.some(({ name }) => name === "user") ? `?user=${user}` : "";
		const call = async (token?: string, headers?: Record<string, string>) => {
			const answer = await send(path + query, {
				...{ method: method.toUpperCase(), ...(token && { token }), ...(headers && { headers }) },
				...(requestBody && { body: { user, amount: 5 } }),
			});
			const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
			const schema = (responses[answer.status] ?? responses.default)?.content[type]?.schema;
			const value: unknown = await answer.json();
			expect(schema, `${path} describes ${answer.status} as ${type}`).toBeDefined();
			expect(faultsOf(value, schema ?? {}, document), path).toEqual([]);
			expect(answer.headers.getSetCookie()).toEqual([]);
			expect(answer.headers.get("cache-control")).toBe("no-store");
			expect(answer.headers.get("access-control-allow-origin")).toBeNull();
			return { status: answer.status, value };
		};
		const [needed] = security[0]?.token ?? [];
		for (const scope of SCOPES)
			expect((await call(tokens.get(scope))).status, `${path} with ${scope}`).toBe(
				scope === needed ? 200 : 403,
			);
		expect((await call()).status).toBe(401);
		expect((await call("plateia_x")).status).toBe(401);
		expect((await call(tokens.get(needed ?? "read"), { "sec-fetch-site": "cross-site" })).status).toBe(403);
		const { value } = await call(tokens.get(needed ?? "read"));
		for (const list of Object.values(value as object))
			if (Array.isArray(list)) expect(list, `${path} has an example`).not.toEqual([]);
	}
});

it("a token is shown once, gives points that name its program, and is dead once it is revoked", async () => {
	const user = newPlayer();
	const id = await registerUser(site, user);
	const { token } = await createToken(["points"], "Quiz <bot>");
	expect((await admin.open("/settings/api")).html).not.toContain(token);
	const gift = { token, method: "POST", body: { user, amount: 30 } };
	const key = { "idempotency-key": "one" };
	const answers = await Promise.all([1, 2, 3].map(() => send("/api/v1/points", { ...gift, headers: key })));
	for (const answer of answers) expect(await answer.json()).toEqual({ given: 30, leftToday: 970 });
	expect((await entriesOf(site, id)).at(-1)).toMatchObject({ delta: 30, balance_after: 1030 });
	const viewer = await visit(site, { as: user });
	expect((await viewer.open("/points")).text()).toContain("Given by Quiz <bot>");
	expect((await viewer.open("/notifications")).text()).toContain("Quiz <bot> has given you 30 points.");
	const own = await send("/api/v1/points", { ...gift, body: { user: "admin", amount: 1 } });
	expect([own.status, (await entriesOf(site, await idOf(site, "admin"))).length]).toEqual([403, 1]);

	const page = await admin.open("/settings/api");
	const file = (await admin.open("/points/export")).html;
	expect(JSON.parse(file).apiTokens).toContainEqual(
		expect.objectContaining({ name: "Quiz <bot>", daily_points: 1000, revoked_at: null }),
	);
	expect(file).not.toMatch(/plateia_|[0-9a-f]{64}/);
	const refused = await page.submit("form:has([name=scopes])", { name: "Two", scopes: [] });
	const described = refused.$("fieldset:has([name=scopes])").attr("aria-describedby");
	expect(refused.text(`#${described}`)).not.toBe("");

	const revoked = await page.submit("[data-testid=token]:first form");
	expect(revoked.text("[data-testid=token]:first")).toMatch(/Given today: 30 of 1,000.*Revoked/);
	expect((await send("/api/v1/points", gift)).status).toBe(401);
	expect((await admin.open("/changes")).text()).toMatch(
		/Token revoked: Quiz <bot>.*Token created: Quiz <bot>/,
	);
});

it("an unknown path and another method are refused", async () => {
	const answer = async (path: string, method: string) => {
		const { status, headers } = await send(path, { method });
		return [status, headers.get("content-type")?.split(";")[0], headers.get("allow")];
	};
	expect(await answer("/api/v1/none", "GET")).toEqual([404, "application/problem+json", null]);
	expect(await answer("/api/v1/points", "GET")).toEqual([405, "application/problem+json", "POST"]);
	expect(await answer("/api/v1/board", "POST")).toEqual([405, "application/problem+json", "GET"]);
});
