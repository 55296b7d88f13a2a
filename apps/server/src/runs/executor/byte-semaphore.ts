export type ByteSemaphore = {
  /** Resolves in call order, once the bytes fit, with a function that releases them. */
  take(bytes: number): Promise<() => void>
}

/** Bounds the bytes in progress. A request above the limit is admitted alone. */
export function createByteSemaphore(limit: number): ByteSemaphore {
  let used = 0
  const waiting: { bytes: number; resolve: () => void }[] = []

  const fits = (bytes: number) => used === 0 || used + bytes <= limit
  const admit = () => {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift()
      used += next.bytes
      next.resolve()
    }
  }

  return {
    async take(bytes) {
      if (waiting.length > 0 || !fits(bytes))
        await new Promise<void>((resolve) => {
          waiting.push({ bytes, resolve })
        })
      else used += bytes
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        used -= bytes
        admit()
      }
    },
  }
}
