import type { RunError, SkeletonLook, SkeletonSpans, Span } from '@lathe/contract'

type BareSpan = Omit<Span, 'traceId'>

/** Turns spans into columns, part by part. What is common to many is told once. */
export function skeletonWriter(startedAt: number): (spans: readonly BareSpan[]) => SkeletonSpans {
  const looks = new Map<string, number>()
  const numbers = new Map<string, number>()
  const name = (id: string) => {
    const known = numbers.get(id)
    if (known === undefined) numbers.set(id, numbers.size)
    return known ?? id
  }

  return (spans) => {
    const part = emptyPart()
    spans.forEach((span, row) => {
      part.ids.push(name(span.id))
      part.parents.push(span.parentId === null ? null : name(span.parentId))
      part.look.push(lookOf(span, looks, part.looks))
      part.starts.push(span.startedAt - startedAt)
      part.lengths.push(span.endedAt === null ? null : span.endedAt - span.startedAt)
      part.supersteps.push(span.superstep)
      part.payloadBytes.push(span.payloadBytes)
      addRare(part, span, row)
    })
    return part
  }
}

function lookOf(span: BareSpan, known: Map<string, number>, added: SkeletonLook[]): number {
  const { kind, name, node, status, model, provider, tags } = span
  // Nothing that is stored has a NUL in it.
  const key = [kind, name, or(node), status, or(model), or(provider), ...tags].join('\0')
  const found = known.get(key)
  if (found !== undefined) return found
  known.set(key, known.size)
  added.push({ kind, name, node, status, model, provider, tags })
  return known.size - 1
}

const or = (text: string | null) => (text === null ? '' : `=${text}`)

/** What few spans have. */
function addRare(part: SkeletonSpans, span: BareSpan, row: number) {
  const { firstTokenAt, usage, cost, element, error } = span
  if (firstTokenAt !== null) part.firstTokens.push([row, firstTokenAt - span.startedAt])
  if (usage) {
    const { input, output, cachedRead, cachedWrite, reasoning, audio } = usage
    const { audioInput = null, audioOutput = null, audioCached = null } = usage
    const { cachedWrite1h = null, unattributed = null } = usage
    const counts = [input, output, cachedRead, cachedWrite, reasoning, audio] as const
    const rare = [audioInput, audioOutput, audioCached, cachedWrite1h, unattributed] as const
    part.usages.push([row, ...counts, ...rare])
  }
  if (cost) part.costs.push([row, cost.total, cost.input, cost.output, cost.priceId])
  if (element !== undefined) part.elements.push([row, element])
  if (error) part.errors.push([row, brief(error)])
}

const LONGEST_MESSAGE = 500

/** A trace may fail a hundred thousand times: the rest comes with the span. */
function brief({ stack: _stack, details: _details, message, ...rest }: RunError): RunError {
  const isLong = message.length > LONGEST_MESSAGE
  return { ...rest, message: isLong ? `${message.slice(0, LONGEST_MESSAGE)}…` : message }
}

const emptyPart = (): SkeletonSpans => ({
  looks: [],
  ids: [],
  parents: [],
  look: [],
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
