// By its path: the bare name would find the root package's driver when this one is not installed.
module.exports = require("./node_modules/better-sqlite3");
