import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { s3Encoded, signedHeaders } from "~/http/s3-signature.server";

const EMPTY = createHash("sha256").update("").digest("hex");
const CREDENTIALS = {
	region: "us-east-1",
	keyId: "AKIAIOSFODNN7EXAMPLE",
	secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const AT = new Date("2013-05-24T00:00:00.000Z");

/** The examples of AWS's documentation of the signature. */
it.each([
	[
		...["GET", "/test.txt", { range: "bytes=0-9" }, EMPTY],
		"f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
	],
	[
		...["PUT", `/${s3Encoded("test$file.text")}`],
		{ date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
		createHash("sha256").update("Welcome to Amazon S3.").digest("hex"),
		"98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
	],
	[...["GET", "/?lifecycle", {}, EMPTY], "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
	[
		...["GET", "/?max-keys=2&prefix=J", {}, EMPTY],
		"34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
	],
] as [string, string, Record<string, string>, string, string][])("signs %s %s", (...example) => {
	const [method, path, headers, sha256, signature] = example;
	const url = new URL(path, "https://examplebucket.s3.amazonaws.com");
	const { Authorization = "" } = signedHeaders({ method, url, headers, sha256 }, CREDENTIALS, AT);
	expect(Authorization).toMatch(new RegExp(`^AWS4-HMAC-SHA256 Credential=${CREDENTIALS.keyId}/20130524/`));
	expect(Authorization.split("Signature=")[1]).toBe(signature);
});

it("encodes what encodeURIComponent leaves", () => {
	expect(s3Encoded("a/b c!*'()~é")).toBe("a%2Fb%20c%21%2A%27%28%29~%C3%A9");
});
