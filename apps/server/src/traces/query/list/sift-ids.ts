import type { PostFilter } from './resolve-expression.ts'

/** Traces post-filtered at once. Bounds how long other searches wait. */
export const POST_FILTER_BATCH_SIZE = 2_000

/** Returns the ids that pass all post-filters, in order. */
export async function applyPostFilters(
  postFilters: readonly PostFilter[],
  traceIds: readonly string[],
): Promise<string[]> {
  const passing: string[] = []
  for (let offset = 0; offset < traceIds.length; offset += POST_FILTER_BATCH_SIZE) {
    const batch = traceIds.slice(offset, offset + POST_FILTER_BATCH_SIZE)
    const passingIds = new Set(await applyToBatch(postFilters, batch))
    passing.push(...batch.filter((id) => passingIds.has(id)))
  }
  return passing
}

async function applyToBatch(postFilters: readonly PostFilter[], traceIds: readonly string[]) {
  let passing = traceIds
  for (const postFilter of postFilters) if (passing.length > 0) passing = await postFilter(passing)
  return passing
}
