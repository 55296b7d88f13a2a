import type { SkeletonLook, SkeletonSpans, Span, Usage } from '@lathe/contract'

type SkeletonOf = { id: string; startedAt: number }

/** Turns the parts of one skeleton back into spans; parts come in the order they were written. */
export function skeletonReader({
  id: traceId,
  startedAt: base,
}: SkeletonOf): (part: SkeletonSpans) => Span[] {
  const looks: SkeletonLook[] = []
  const ids: string[] = []
  const idOf = (named: number | string): string => {
    const id = typeof named === 'number' ? ids[named] : named
    if (id === undefined) throw new Error(`The skeleton lacks id ${named}`)
    if (typeof named === 'string') ids.push(id)
    return id
  }

  return (part) => {
    looks.push(...part.looks)
    // Written out, all spans share a shape: spreading the look takes three times as long.
    const spans = part.ids.map((named, row): Span => {
      const id = idOf(named)
      const look = looks[part.look[row] ?? -1]
      if (!look) throw new Error(`The skeleton lacks the look of span ${id}`)
      const parent = part.parents[row] ?? null
      const startedAt = base + (part.starts[row] ?? 0)
      const length = part.lengths[row] ?? null
      return {
        id,
        traceId,
        parentId: parent === null ? null : idOf(parent),
        kind: look.kind,
        name: look.name,
        node: look.node,
        status: look.status,
        model: look.model,
        provider: look.provider,
        tags: look.tags,
        superstep: part.supersteps[row] ?? null,
        startedAt,
        endedAt: length === null ? null : startedAt + length,
        firstTokenAt: null,
        usage: null,
        cost: null,
        error: null,
        payloadBytes: part.payloadBytes[row] ?? 0,
      }
    })
    addRare(spans, part)
    return spans
  }
}

function addRare(spans: readonly Span[], part: SkeletonSpans) {
  const change = (row: number, add: (span: Span) => void) => {
    const span = spans[row]
    if (span) add(span)
  }
  for (const [row, after] of part.firstTokens)
    change(row, (span) => (span.firstTokenAt = span.startedAt + after))
  for (const [row, ...counts] of part.usages) change(row, (span) => (span.usage = usageOf(counts)))
  for (const [row, total, input, output, priceId] of part.costs)
    change(row, (span) => (span.cost = { total, input, output, priceId }))
  for (const [row, element] of part.elements) change(row, (span) => (span.element = element))
  for (const [row, error] of part.errors) change(row, (span) => (span.error = error))
}

type Counts = SkeletonSpans['usages'][number] extends [number, ...infer Rest] ? Rest : never

const usageOf = (counts: Counts): Usage => {
  const [input, output, cachedRead, cachedWrite, reasoning, audio, ...rare] = counts
  const [audioInput, audioOutput, audioCached, cachedWrite1h, unattributed] = rare
  return {
    input,
    output,
    cachedRead,
    cachedWrite,
    reasoning,
    audio,
    ...(audioInput !== null && { audioInput }),
    ...(audioOutput !== null && { audioOutput }),
    ...(audioCached !== null && { audioCached }),
    ...(cachedWrite1h !== null && { cachedWrite1h }),
    ...(unattributed !== null && { unattributed }),
  }
}
