const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'

/** Whether a write failed because another row has the same key, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === SQLITE_CONSTRAINT_UNIQUE || error.code === POSTGRES_UNIQUE_VIOLATION)
