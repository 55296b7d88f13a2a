const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'
const CODES: unknown[] = [
  SQLITE_CONSTRAINT_PRIMARYKEY,
  SQLITE_CONSTRAINT_UNIQUE,
  POSTGRES_UNIQUE_VIOLATION,
]

/** Whether a write failed because another row has the same key, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/** Returns undefined if the change violates a unique index. */
export async function unlessDuplicate<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
