/**
 * What `read` makes of the words of `whose`; undefined, and told, where it cannot: it would fail as often as it is
 * tried, and all that is queued would wait behind it.
 */
export function readOrSkip<T>(whose: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    logSkipped(whose, cause)
    return undefined
  }
}

export const logSkipped = (whose: string, cause: unknown): void =>
  console.error(new Error(`Left out of the words index: ${whose.slice(0, 1_000)}`, { cause }))
