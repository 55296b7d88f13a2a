const MOST_BYTES = 8_000_000

/** Groups span ids by payload size. A span above the limit forms its own group. */
export function* inParts(
  spans: Iterable<{ id: string; bytes: number }>,
  mostSpans: number,
): Generator<string[]> {
  let ids: string[] = []
  let sum = 0
  for (const { id, bytes } of spans) {
    if (ids.length === mostSpans || (ids.length > 0 && sum + bytes > MOST_BYTES)) {
      yield ids
      ids = []
      sum = 0
    }
    ids.push(id)
    sum += bytes
  }
  if (ids.length > 0) yield ids
}
