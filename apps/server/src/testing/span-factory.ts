import { ZERO_USAGE, type SpanDetail } from '@lathe/contract'
import { v7 } from 'uuid'

/** A root model span that succeeded. */
export function span(over: Partial<SpanDetail> = {}): SpanDetail {
  const id = over.id ?? v7()
  return {
    id,
    traceId: over.traceId ?? id,
    parentId: null,
    kind: 'model',
    name: 'reply',
    node: 'reply',
    superstep: 1,
    status: 'success',
    startedAt: 1_780_000_000_000_000,
    endedAt: 1_780_000_000_500_000,
    firstTokenAt: 1_780_000_000_100_000,
    model: 'demo-1',
    provider: 'demo',
    usage: { ...ZERO_USAGE, input: 100, output: 20 },
    cost: { total: 18_000, input: 10_000, output: 8_000, priceId: null },
    error: null,
    tags: [],
    payloadBytes: 12,
    inputs: { question: 'Why?' },
    outputs: { answer: 'Because.' },
    events: [],
    metadata: {},
    ...over,
  }
}
