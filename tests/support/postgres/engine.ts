/** The database engine of this test run, which the project in vitest.config.ts sets. */
export const isOnPostgres: boolean = process.env.PLATEIA_TEST_ENGINE === "postgres";
