import type { RunError, OutlineEntry, OutlineSpans, Span, Usage } from '@lathe/contract'

type BareSpan = Omit<Span, 'traceId'>

/** Converts spans to columns, part by part. Values that many spans share are written once. */
export function createOutlineWriter(
  startedAt: number,
): (spans: readonly BareSpan[]) => OutlineSpans {
  const entries = new Map<string, number>()
  const numbers = new Map<string, number>()
  const name = (id: string) => {
    const existing = numbers.get(id)
    if (existing === undefined) numbers.set(id, numbers.size)
    return existing ?? id
  }

  return (spans) => {
    const part = emptyPart()
    spans.forEach((span, row) => {
      part.ids.push(name(span.id))
      part.parents.push(span.parentId === null ? null : name(span.parentId))
      part.entry.push(findEntry(span, entries, part.entries))
      part.starts.push(span.startedAt - startedAt)
      part.lengths.push(span.endedAt === null ? null : span.endedAt - span.startedAt)
      part.supersteps.push(span.superstep)
      part.payloadBytes.push(span.payloadBytes)
      addSparseFields(part, span, row)
    })
    return part
  }
}

function findEntry(span: BareSpan, existing: Map<string, number>, added: OutlineEntry[]): number {
  const { kind, name, node, status, model, provider, tags } = span
  // Stored values never contain NUL.
  const key = [
    kind,
    name,
    markNull(node),
    status,
    markNull(model),
    markNull(provider),
    ...tags,
  ].join('\0')
  const found = existing.get(key)
  if (found !== undefined) return found
  existing.set(key, existing.size)
  added.push({ kind, name, node, status, model, provider, tags })
  return existing.size - 1
}

const markNull = (text: string | null) => (text === null ? '' : `=${text}`)

/** Fields that few spans have. */
function addSparseFields(part: OutlineSpans, span: BareSpan, row: number) {
  const { firstTokenAt, usage, cost, element, error } = span
  if (firstTokenAt !== null) part.firstTokens.push([row, firstTokenAt - span.startedAt])
  if (usage) {
    const { input, output, cachedRead, cachedWrite, reasoning, audio } = usage
    const { audioInput = null, audioOutput = null, audioCached = null } = usage
    const { cachedWrite1h = null, unattributed = null } = usage
    const counts = [input, output, cachedRead, cachedWrite, reasoning, audio] as const
    const rareCounts = [audioInput, audioOutput, audioCached, cachedWrite1h, unattributed] as const
    part.usages.push([row, ...counts, ...rareCounts])
  }
  if (cost) part.costs.push([row, cost.total, cost.input, cost.output, cost.priceId])
  if (element !== undefined) part.elements.push([row, element])
  if (error) part.errors.push([row, shortenError(error)])
}

const MAX_MESSAGE_LENGTH = 500

/** A trace may contain a hundred thousand errors. Their details are loaded with the span. */
function shortenError({ stack: _stack, details: _details, message, ...rest }: RunError): RunError {
  const isLong = message.length > MAX_MESSAGE_LENGTH
  return { ...rest, message: isLong ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message }
}

const emptyPart = (): OutlineSpans => ({
  entries: [],
  ids: [],
  parents: [],
  entry: [],
  starts: [],
  lengths: [],
  supersteps: [],
  payloadBytes: [],
  firstTokens: [],
  usages: [],
  costs: [],
  elements: [],
  errors: [],
})

type OutlineStart = { id: string; startedAt: number }

/**
 * Converts the parts of an outline back to spans. Parts must come in the order they were written.
 */
export function createOutlineReader({
  id: traceId,
  startedAt: base,
}: OutlineStart): (part: OutlineSpans) => Span[] {
  const entries: OutlineEntry[] = []
  const ids: string[] = []
  const resolveId = (reference: number | string): string => {
    const id = typeof reference === 'number' ? ids[reference] : reference
    if (id === undefined) throw new Error(`The outline lacks id ${reference}`)
    if (typeof reference === 'string') ids.push(id)
    return id
  }

  return (part) => {
    entries.push(...part.entries)
    // Listing the fields gives all spans one shape. Spreading the entry takes three times as long.
    const spans = part.ids.map((reference, row): Span => {
      const id = resolveId(reference)
      const entry = entries[part.entry[row] ?? -1]
      if (!entry) throw new Error(`The outline lacks the dictionary entry of span ${id}`)
      const parent = part.parents[row] ?? null
      const startedAt = base + (part.starts[row] ?? 0)
      const length = part.lengths[row] ?? null
      return {
        id,
        traceId,
        parentId: parent === null ? null : resolveId(parent),
        kind: entry.kind,
        name: entry.name,
        node: entry.node,
        status: entry.status,
        model: entry.model,
        provider: entry.provider,
        tags: entry.tags,
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
    readSparseFields(spans, part)
    return spans
  }
}

function readSparseFields(spans: readonly Span[], part: OutlineSpans) {
  const change = (row: number, add: (span: Span) => void) => {
    const span = spans[row]
    if (span) add(span)
  }
  for (const [row, after] of part.firstTokens)
    change(row, (span) => (span.firstTokenAt = span.startedAt + after))
  for (const [row, ...counts] of part.usages) change(row, (span) => (span.usage = toUsage(counts)))
  for (const [row, total, input, output, priceId] of part.costs)
    change(row, (span) => (span.cost = { total, input, output, priceId }))
  for (const [row, element] of part.elements) change(row, (span) => (span.element = element))
  for (const [row, error] of part.errors) change(row, (span) => (span.error = error))
}

type Counts = OutlineSpans['usages'][number] extends [number, ...infer RareCounts]
  ? RareCounts
  : never

const toUsage = (counts: Counts): Usage => {
  const [input, output, cachedRead, cachedWrite, reasoning, audio, ...rareCounts] = counts
  const [audioInput, audioOutput, audioCached, cachedWrite1h, unattributed] = rareCounts
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
