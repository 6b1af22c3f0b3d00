import { expect, it } from "vitest";
import { heightIn } from "~/social/frame-height";

const measure = (height: unknown) => JSON.stringify({ type: "MEASURE", details: { height } });

it("the frame of a post has the requested height within bounds", () => {
	expect([measure(731.2), measure(3), measure(1e9)].map(heightIn)).toEqual([732, 200, 2000]);
});

it.each([
	undefined,
	null,
	731,
	{ type: "MEASURE", details: { height: 731 } },
	"",
	"{",
	"null",
	"[]",
	measure("731"),
	measure(null),
	'{"type":"MEASURE"}',
	'{"type":"MEASURE","details":null}',
	'{"type":"MOUNTED","details":{"height":731}}',
	`${measure(731)}${" ".repeat(10_001)}`,
])("any other message is ignored: %j", (message) => expect(heightIn(message)).toBeUndefined());
