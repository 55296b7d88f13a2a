/** Number of server responses and code chunks that have arrived. */
let count = 0

const followers = new Set<() => void>()

export const countArrivals = (): number => count

export function announceArrival(): void {
  count++
  for (const follow of followers) follow()
}

export function followArrivals(follow: () => void): () => void {
  followers.add(follow)
  return () => followers.delete(follow)
}
