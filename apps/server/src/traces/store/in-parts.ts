const MAX_BATCH_BYTES = 8_000_000

/** Groups span ids by payload size. A span above the limit forms its own group. */
export function* splitBySize(
  spans: Iterable<{ id: string; bytes: number }>,
  maxSpans: number,
): Generator<string[]> {
  let ids: string[] = []
  let totalBytes = 0
  for (const { id, bytes } of spans) {
    if (ids.length === maxSpans || (ids.length > 0 && totalBytes + bytes > MAX_BATCH_BYTES)) {
      yield ids
      ids = []
      totalBytes = 0
    }
    ids.push(id)
    totalBytes += bytes
  }
  if (ids.length > 0) yield ids
}
