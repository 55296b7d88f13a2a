import { isDamagedSqliteFile, isTemporarySqliteError } from './sqlite/sqlite-error.ts'

/** A request to the database failed because the database cannot be reached or is out of a resource. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/**
 * SQLSTATE classes that pass: connection exceptions (08), insufficient resources such as a full disk (53), operator
 * intervention such as a shutdown (57P), system errors (58), lock timeouts, serialization failures and deadlocks, and
 * a standby that takes no writes (25006).
 */
const TEMPORARY = /^(08|53|57P|58|55P03|40001|40P01|25006)/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** The driver reports a lost connection, and a server that does not answer, without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (was closed|has encountered)|timeout e|Query read timeout)/

/** Wraps the errors of a Postgres connection that a later attempt may not meet; returns other errors unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isTemporary =
    TEMPORARY.test(code) || NETWORK.has(code) || CONNECTION_LOST.test(error.message)
  if (!isTemporary) return error
  return new StoreUnavailableError(error.message || code, { cause: error })
}

/** Whether the same request may succeed later: the database is away, locked, or its disk is full. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || isTemporarySqliteError(error)

/** Postgres' data_corrupted and index_corrupted. */
const DAMAGED: unknown[] = ['XX001', 'XX002']

export const isStoreDamaged = (error: unknown): boolean =>
  isDamagedSqliteFile(error) ||
  (error instanceof Error && 'code' in error && DAMAGED.includes(error.code))
