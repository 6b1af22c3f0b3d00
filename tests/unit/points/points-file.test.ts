import { describe, expect, it } from "vitest";
import { decodeFile, MAX_LINES, parsePointsFile } from "~/points/import/points-file.server";

const linesIn = async (text: string) => (await parsePointsFile(text)).lines;

describe("an imported file", () => {
	it.each([
		"id,username,points\nuser-ana,ana,5",
		"\uFEFFid;username;points\r\nuser-ana;ana;5\r\n",
		"ID\tUserName\tPOINTS\nuser-ana\tANA\t5\n\n",
		'"points","email","id","username"\n" 5 ","a,b","user-ana","@ana"\n',
		"\uFEFFsep=;\r\nid;username;points\r\nuser-ana;ana;5\r\n",
		'"SEP=,"\nid,username,points,a;b;c;d;e\nuser-ana,ana,5\n',
		"sep=|\rid|username|points\ruser-ana|ana|5",
		"id,username,points\n,,\nuser-ana,ana,5,, \n , \n",
	])("may have any delimiter, column order, case, blank rows and trailing commas: %j", async (text) => {
		expect(await parsePointsFile(text)).toMatchObject({
			lines: [{ id: "user-ana", username: "ana", points: "5", isOverlong: false }],
		});
	});

	it("keeps its line numbers, and the escaping of an export is removed", async () => {
		const lines = await linesIn("username,points\n\nana,1\n\n\n'=bruno,2\n'carla,3\n");
		expect(lines.map(({ line, username }) => [line, username])).toEqual([
			[3, "ana"],
			[6, "=bruno"],
			[7, "'carla"],
		]);
		expect((await linesIn("sep=;\n\nusername;points\n\nana;1\n"))[0]?.line).toBe(5);
		const many = `username,points\n${"ana,1\n".repeat(1300)}"br\nuno",2\ncarla,3`;
		expect((await linesIn(many)).slice(-2).map(({ line }) => line)).toEqual([1303, 1304]);
	});

	const twitch = { platform: "twitch", personId: "123", username: "ana", points: "5" };
	const named = { platform: "", personId: "", username: "ana", points: "5" };
	it.each([
		["Firebot", "ID,Username,Coins\n123,Ana,5", twitch],
		["Firebot", "ID,Username,Points\n123,Ana,5", twitch],
		["Firebot", "ID,Username,Gold,Points\n123,Ana,9,5", twitch],
		[
			"Mix It Up",
			"MixItUpID\tTwitchID\tTwitchUsername\tYouTubeID\tYouTubeUsername\tTrovoID\tTrovoUsername\tGold\tMinutes\tCustomTitle\tTotalStreamsWatched\tLastSeen\nx\t123\tAna\t\t\t\t\t5\t70\t\t3\t1/2/2026\n",
			twitch,
		],
		[
			"Mix It Up",
			"MixItUpID\tTwitchID\tTwitchUsername\tKickID\tKickUsername\tPoints\tGems\tMinutes\nx\t\t\t77\tAna\t5\t8\t70\n",
			{ ...twitch, platform: "kick", personId: "77" },
		],
		["PhantomBot", "Username,Seconds,Points\nana,3600,5", named],
		["Streamlabs", "Name;Rank;Points;Hours\nAna;Unranked;5;1,5", named],
		["Streamlabs", "Username,Points,WatchTimeMinutes,UpdatedAt\nAna,5,90,2026-01-01", named],
		["StreamElements", 'Username,Points,Watchtime (Minutes)\n"Ana","5","90"', named],
		["StreamElements", "Ana,,5,9,90\nbruno,,6,9,90", named],
		["StreamElements", "ana,123,5,9,90", twitch],
		[undefined, "id,username,points\nuser-ana,ana,5", { ...named, id: "user-ana" }],
	])("of %s is recognised by its columns: %.30j", async (source, text, first) => {
		expect(await parsePointsFile(text)).toMatchObject({ source, lines: expect.anything() });
		expect((await linesIn(text))[0]).toMatchObject(first);
	});

	it.each<[string, string, number?]>([
		["id,points\n", "importEmpty"],
		["sep=;\n", "importEmpty"],
		["id,points\n,\n", "importEmpty"],
		["email,points\na@b.c,5", "importColumns"],
		["id,points,points\nx,1,2", "importColumns"],
		["ID,Username,Join Date,Last Seen,Minutes in Channel,Chat Messages\n1,a,b,c,4,5", "importColumns"],
		["ID,Username,Gold,Gems\n1,a,4,5", "importWhichPoints"],
		[`username,points\n${"ana,1\n".repeat(MAX_LINES + 1)}`, "importTooLong"],
		['id,points\n\n"x,5\n', "importUnreadable", 3],
		[`id,points\nx,5\n\n"y,5\n${"z,6\n".repeat(20)}`, "importUnreadable", 4],
		['id,points\nx,5\n"y,5\nz,6\n"v",7\n', "importUnreadable", 3],
		['sep=,\nid,points\n"x\nx",5\ny"y",6\n', "importUnreadable", 5],
		['i"d,points\nx,5\n', "importUnreadable", 1],
		[`id,points\nx,5\n\ny,${"5".repeat(10_001)}\nz,6\n`, "importLineTooLong", 4],
		[`id,points\nx,${"ã".repeat(6000)}\n`, "importLineTooLong", 2],
	])(
		"of invalid format is rejected, with the number of a line that cannot be parsed: %.40j",
		async (text, code, line) => {
			const error = { code, ...(line && { values: expect.objectContaining({ line }) }) };
			await expect(parsePointsFile(text)).rejects.toThrow(expect.objectContaining(error));
		},
	);

	it("that is not UTF-8 is rejected", () => {
		expect(() => decodeFile(Uint8Array.of(0x70, 0xe3, 0x6f).buffer)).toThrow(
			expect.objectContaining({ code: "importNotText" }),
		);
		expect(decodeFile(new TextEncoder().encode("são").buffer as ArrayBuffer)).toBe("são");
	});
});
