/** https://sqlite.org/rescode.html: an extended code contains the primary code in its last byte. */
export const SQLITE_IOERR = 10
export const SQLITE_IOERR_FSYNC = 1_034
