const MOST_BYTES = 8_000_000

/** Ids of spans in parts, so that neither many nor large ones fill the memory; what is larger is a part of its own. */
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
