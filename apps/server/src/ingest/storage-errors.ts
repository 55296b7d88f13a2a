import { isUnwell } from '../db/sqlite/thread.ts'
import { storeUnavailable } from '../http/errors.ts'

/** Of Postgres: connections, resources, operator intervention, a lock that was not free. */
const POSTGRES = /^(08|53|57P|55P03|40001|40P01)/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** What passes when the store is well again, as 503; anything else as it is. */
export function toStorageRefusal(error: unknown): unknown {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const isPostgres = typeof code === 'string' && (POSTGRES.test(code) || NETWORK.has(code))
  return isPostgres || isUnwell(error) ? storeUnavailable() : error
}
