import { isUniqueViolation } from './unique-violation.ts'

/** Undefined where a unique index refuses the change. */
export async function unlessTaken<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
