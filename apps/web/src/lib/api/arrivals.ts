/** Number of server responses and code chunks that have arrived. */
let count = 0

const listeners = new Set<() => void>()

export const countArrivals = (): number => count

export function announceArrival(): void {
  count++
  for (const listener of listeners) listener()
}

export function subscribeToArrivals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
