/** Strings that have exploited other sites, by kind. */

/** Markup that would run or break out of its context if it were not escaped. */
const MARKUP = [
	"</script><script>run()</script>",
	"</title></textarea></style></noscript></template><x-run onload=run()>",
	'"><img src=x onerror=run()>',
	"'><svg/onload=run()>",
	'" autofocus onfocus=run() x="',
	"<!--<script>",
	"<iframe srcdoc='<script>parent.run()</script>'>",
	"<math><mtext><table><mglyph><style><!--</style><img title='--><img src onerror=run()>'>",
	"javascript:run()",
	"\u2028\u2029</script>",
	"&lt;x-run&gt; &amp;#60; &#0; &notin;",
	'\\"};run();//',
	"{{constructor.constructor('run()')()}}",
	"$" + "{run()}<%= run() %>#{run()}",
	"$t(nav.home) {{name}} %s %n %p",
];

const DATABASE = [
	"'",
	"' or 1=1--",
	"'; drop table users;--",
	"') union select id, email, twitch_id from users--",
	'" or ""="',
	"1 or sleep(5)",
	"1/**/and/**/randomblob(500000000)",
	"%",
	"_%_",
	"a* OR b NEAR c",
	'[{"$gt":""}]',
	"x' || (select load_extension('evil')) || '",
];

/** Text that a server might interpret as a path, a command or a query. */
const PLACES = [
	"../../../../etc/passwd",
	"%2e%2e%2f%2e%2e%2fetc%2fpasswd",
	"/etc/passwd\0.png",
	"file:///etc/passwd",
	"//evil.example",
	"/\\evil.example",
	"https://evil.example/",
	"https:evil.example",
	"http://user:word@evil.example/",
	"http://169.254.169.254/latest/meta-data/",
	"http://[::1]:1/",
	"https://x\u3002example/",
	"| cat /etc/passwd",
	"$(touch /tmp/run)",
	"() { :;}; echo run",
];

const HEADERS = [
	"x\r\nX-Run: yes",
	"x\r\n\r\n<x-run>",
	"x%0d%0aSet-Cookie:%20run=yes",
	"x\u010d\u010aX-Run: yes",
	"x; Path=/; Domain=evil.example",
	'x"; filename="run.exe',
];

/** Text that a spreadsheet would evaluate as a formula, or that would shift its columns. */
const SHEETS = [
	"=1+1",
	"=cmd|' /C calc'!A0",
	"@SUM(1)",
	"\t=1+1",
	'=HYPERLINK("http://evil.example","x")',
	'a","b\n"c',
	"\uff1d1+1",
	"\ufeff=1+1",
];

const LETTERS = [
	"",
	"\0",
	"a\0b",
	"\u0001\u0008\u001b[2J\u007f",
	"\u200b\u200c\u2060\ufeff",
	"\u202eevil\u202c\u2066x\u2069",
	"Z\u0351\u036b\u0343\u036a\u0302A\u0334\u0335\u031eL\u0320\u0308G\u0328O".repeat(4),
	"👩‍👩‍👧‍👦🏳️‍🌈🇵🇹",
	"ﷺ",
	"İıſK Å",
	"\ufffd\ufffe\uffff",
	"%ff%fe%c0%af",
	"%",
	"\\",
];

/** For fields that expect a number, an instant, a choice or an id. */
const VALUES = [
	"0",
	"-0",
	"-1",
	"1e309",
	"0x10",
	"1_000",
	"1,000.00",
	"1.9999999999999999",
	"0.1",
	"2147483648",
	"9007199254740991",
	"-9223372036854775809",
	"9".repeat(400),
	"NaN",
	"Infinity",
	"１２３",
	"٣",
	"null",
	"true",
	"on",
	'{"__proto__":{"run":true}}',
	"__proto__",
	"constructor",
	"toString",
	"1970-01-01T00:00:00.000Z",
	"+275760-09-13T00:00:00.001Z",
	"2026-02-30",
	"00000000-0000-0000-0000-000000000000",
];

/** Short, but expensive to search or sort by. */
const COSTLY = [
	`${"a".repeat(3000)}!`,
	`${" ".repeat(3000)}x`,
	"(".repeat(1500),
	'{"a":'.repeat(1500),
	"\u0301".repeat(2000),
	`https://${"a.".repeat(900)}example/`,
	`a@${"a-".repeat(120)}.example`,
];

export const HOSTILE_STRINGS: readonly string[] = [
	...MARKUP,
	...DATABASE,
	...PLACES,
	...HEADERS,
	...SHEETS,
	...LETTERS,
	...VALUES,
	...COSTLY,
];

/** Field names that form parsers interpret as paths, instructions or object properties. */
export const HOSTILE_FIELD_NAMES: readonly string[] = [
	"__proto__",
	"__proto__.run",
	"constructor.prototype.run",
	"__intent__",
	"__state__",
	"a[0]",
	"a[200000]",
	"a[][]",
	"a..b",
	"",
	" ",
	"toString",
	"hasOwnProperty",
	"_data",
	"x-run\r\nX-Run: yes",
	'x"; filename="y',
	"ключ",
	"n".repeat(3000),
];

/** Fields that no form has. The tests add them to valid forms. */
export const FOREIGN_FIELDS: readonly (readonly [name: string, value: string])[] = [
	["id", "run"],
	["userId", "run"],
	["isAdmin", "true"],
	["roles", "Admin"],
	["points", "1000000"],
	["payout", "1000000"],
	["status", "approved"],
	["total_points", "0"],
	["createdAt", "1970-01-01T00:00:00.000Z"],
	["actor", "system"],
	["slots", "[0]"],
];
