export type ByteSemaphore = {
  /** Resolves in call order, once the bytes fit, with a function that releases them. */
  take(bytes: number): Promise<() => void>
}

/** Bounds the bytes in progress. A request above the limit is admitted alone. */
export function createByteSemaphore(limit: number): ByteSemaphore {
  let usedBytes = 0
  const waiting: { bytes: number; resolve: () => void }[] = []

  const fits = (bytes: number) => usedBytes === 0 || usedBytes + bytes <= limit
  const admit = () => {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift()
      usedBytes += next.bytes
      next.resolve()
    }
  }

  return {
    async take(bytes) {
      if (waiting.length > 0 || !fits(bytes))
        await new Promise<void>((resolve) => {
          waiting.push({ bytes, resolve })
        })
      else usedBytes += bytes
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        usedBytes -= bytes
        admit()
      }
    },
  }
}
