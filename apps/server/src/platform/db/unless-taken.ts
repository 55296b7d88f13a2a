import { isUniqueViolation } from './unique-violation.ts'

/** Returns undefined if the change violates a unique index. */
export async function unlessDuplicate<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
