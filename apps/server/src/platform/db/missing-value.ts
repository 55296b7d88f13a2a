import type { Schema } from './schema.ts'

const SQLITE_CONSTRAINT_NOT_NULL = 1299
const POSTGRES_NOT_NULL_VIOLATION = '23502'

/** Whether a write failed because a column of the table would have had no value, on either engine. */
export const isMissingValue = (error: unknown, table: keyof Schema): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === SQLITE_CONSTRAINT_NOT_NULL || error.code === POSTGRES_NOT_NULL_VIOLATION) &&
  error.message.includes(table)
