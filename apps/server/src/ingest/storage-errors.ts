import { refusal } from '../http/errors.ts'

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: the low byte of an extended code. */
const SQLITE = new Set([5, 6, 8, 10, 13, 14])
/** Of Postgres: connections, resources, operator intervention, a lock that was not free. */
const POSTGRES = /^(08|53|57P|55P03|40001|40P01)/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

const RETRY_AFTER_MS = 5_000

/** What passes when the store is well again, as 503; anything else as it is. */
export function toStorageRefusal(error: unknown): unknown {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const isSqlite = typeof code === 'number' && SQLITE.has(code % 256)
  const isPostgres = typeof code === 'string' && (POSTGRES.test(code) || NETWORK.has(code))
  if (!isSqlite && !isPostgres) return error
  return refusal(503, 'STORE_UNAVAILABLE', 'The store cannot take this now; send it again', {
    retryAfterMs: RETRY_AFTER_MS,
  })
}
