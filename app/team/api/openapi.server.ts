import { z } from "zod/v4";
import { ANNOUNCEMENT_TYPES } from "~/lib/announcement-types";
import { OPERATIONS, type Operation } from "./operations.server";

/** The path of the document below `/api/v1/`. */
export const DOCUMENT = "openapi.json";

const jsonBody = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });

/** A schema as OpenAPI 3.1 has it. */
function schemaOf(schema: z.ZodType, io: "input" | "output") {
	const { $schema, ...rest } = z.toJSONSchema(schema, { io });
	return rest;
}

const PROBLEM = schemaOf(
	z.object({
		...{ type: z.string(), title: z.string(), status: z.int(), code: z.string(), detail: z.string() },
		errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
	}),
	"input",
);

/** What the webhook gets: docs/bots.md. */
const EVENT = schemaOf(
	z.object({
		...{ id: z.int(), type: z.enum(ANNOUNCEMENT_TYPES), timestamp: z.string() },
		data: z.record(z.string(), z.unknown()),
	}),
	"input",
);

function parametersOf({ query, body }: Operation) {
	const { properties = {}, required = [] } = schemaOf(query, "input") as {
		properties?: Record<string, object>;
		required?: string[];
	};
	const listed = Object.entries(properties).map(([name, schema]) => ({
		...{ name, in: "query", required: required.includes(name), schema },
	}));
	const description =
		"Up to 100 visible ASCII characters. A repeat with the same body has the same answer for 30 days.";
	const schema = { type: "string", pattern: "^[!-~]{1,100}$" };
	return body
		? [...listed, { name: "Idempotency-Key", in: "header", required: true, description, schema }]
		: listed;
}

/** The OpenAPI 3.1 document of all operations. */
export function describeApi(origin: string) {
	const paths: Record<string, Record<string, object>> = {};
	for (const operation of OPERATIONS) {
		const { method, path, scope, summary, body, answer } = operation;
		paths[`/api/v1/${path}`] = {
			...paths[`/api/v1/${path}`],
			[method.toLowerCase()]: {
				...{ operationId: `${method.toLowerCase()}-${path}`, summary, security: [{ token: [scope] }] },
				parameters: parametersOf(operation),
				...(body && { requestBody: { required: true, ...jsonBody(schemaOf(body, "input")) } }),
				responses: {
					200: { description: "Done", ...jsonBody(schemaOf(answer, "output")) },
					default: {
						description: "Refused",
						...jsonBody({ $ref: "#/components/schemas/Problem" }, "application/problem+json"),
					},
				},
			},
		};
	}
	return {
		openapi: "3.1.0",
		info: { title: "Plateia", version: "1" },
		servers: [{ url: origin }],
		paths,
		webhooks: {
			event: {
				post: {
					...{ operationId: "event", summary: "Something has happened, signed by Standard Webhooks" },
					requestBody: { required: true, ...jsonBody(EVENT) },
					responses: { "2XX": { description: "Accepted" } },
				},
			},
		},
		components: {
			schemas: { Problem: PROBLEM },
			securitySchemes: { token: { type: "http", scheme: "bearer" } },
		},
	};
}
