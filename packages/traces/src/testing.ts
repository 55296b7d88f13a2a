import type { Span } from '@lathe/contract'

let createdCount = 0

/** Creates a span for tests. Ids are UUIDs that sort by creation. */
export function makeSpan(overrides: Partial<Span> = {}): Span {
  createdCount += 1
  return {
    id: `0190a000-0000-7000-8000-${String(createdCount).padStart(12, '0')}`,
    traceId: '0190a000-0000-7000-8000-000000000000',
    parentId: null,
    kind: 'chain',
    name: 'step',
    node: null,
    superstep: null,
    status: 'success',
    startedAt: createdCount,
    endedAt: createdCount + 1,
    firstTokenAt: null,
    model: null,
    provider: null,
    usage: null,
    cost: null,
    error: null,
    tags: [],
    payloadBytes: 0,
    ...overrides,
  }
}
