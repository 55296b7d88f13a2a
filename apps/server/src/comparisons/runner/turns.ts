export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** So many at once; the others wait, and whoever came first goes first. */
export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
