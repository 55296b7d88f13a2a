/** https://sqlite.org/rescode.html: an extended code has the plain one in its last byte. */
export const SQLITE_IOERR = 10
export const SQLITE_IOERR_FSYNC = 1_034
