/**
 * Calls `read`, or logs its error and returns undefined. A span that cannot be read fails on every attempt, and would
 * block the queue.
 */
export function readOrSkip<T>(name: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    logSkipped(name, cause)
    return undefined
  }
}

export const logSkipped = (name: string, cause: unknown): void =>
  console.error(new Error(`Not added to the search index: ${name.slice(0, 1_000)}`, { cause }))
