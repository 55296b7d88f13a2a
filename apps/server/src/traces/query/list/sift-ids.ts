import type { PostFilter } from './resolve-expression.ts'

/** Put through at once: a search of somebody else waits no longer than these take. */
export const SIFTED_AT_ONCE = 2_000

/** Those that pass all, in their order. */
export async function siftIds(
  postFilters: readonly PostFilter[],
  traceIds: readonly string[],
): Promise<string[]> {
  const passing: string[] = []
  for (let at = 0; at < traceIds.length; at += SIFTED_AT_ONCE) {
    const some = traceIds.slice(at, at + SIFTED_AT_ONCE)
    const kept = new Set(await siftSome(postFilters, some))
    passing.push(...some.filter((id) => kept.has(id)))
  }
  return passing
}

async function siftSome(postFilters: readonly PostFilter[], traceIds: readonly string[]) {
  let passing = traceIds
  for (const postFilter of postFilters) if (passing.length > 0) passing = await postFilter(passing)
  return passing
}
