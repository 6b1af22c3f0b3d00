/** Addresses of databases. This module loads no driver. */

/** The database of a site without DATABASE_URL. */
export const DEFAULT_DATABASE = "file:.data/plateia.sqlite";

/** The folder of the site's own files if the database is not a file. */
export const DEFAULT_DATA_FOLDER = ".data";

export const DATABASE_URL_FORM =
	"must be file: and a path, or postgres://USER:PASSWORD@HOST/DATABASE with @ / ? # in a password as %40 %2F %3F %23";

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\/[^/?#]*\/[^/?]+(\?|$)/.test(url);

/** Whether the user name or password of a URL has an `@` that should be percent-encoded. */
export const hasUnescapedUser = (url: string): boolean => /^postgres(ql)?:\/\/[^/?#]*@[^/?#]*@/.test(url);

export const isDatabaseUrl = (url: string): boolean => /^file:./.test(url) || isPostgresUrl(url);

/**
 * The path in a `file:PATH` URL; `:memory:` for `file::memory:`, a database in memory.
 * @throws {TypeError} for any other scheme.
 */
export function filePathIn(databaseUrl: string): string {
	if (!databaseUrl.startsWith("file:")) throw new TypeError(`not a file: URL: ${databaseUrl}`);
	return databaseUrl.slice("file:".length).replace(/^\/\/(?=\/)/, "");
}
