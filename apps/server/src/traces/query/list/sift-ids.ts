import type { PostFilter } from './resolve-expression.ts'

/** Traces post-filtered at once. Bounds how long other searches wait. */
export const SIFTED_AT_ONCE = 2_000

/** Returns the ids that pass all post-filters, in order. */
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
