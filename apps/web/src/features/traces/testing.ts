import { type ListedTrace, noUsage, type Span } from '@lathe/contract'
import { uuid } from '../../testing/event-factory.ts'

/** A finished trace with everything but what a test is about filled in. */
export const trace = (number: number, more: Partial<ListedTrace> = {}): ListedTrace => ({
  id: uuid(number),
  title: `Trace ${number}`,
  name: 'chat',
  status: 'success',
  runId: uuid(number),
  agentId: null,
  agentSlug: null,
  comparison: null,
  version: null,
  threadId: null,
  source: null,
  project: null,
  startedAt: 0,
  endedAt: 1_000,
  heardAt: 1_000,
  firstTokenAt: null,
  spanCount: 1,
  usage: noUsage,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  error: null,
  tags: [],
  feedback: [],
  ...more,
})

/** A finished span likewise. */
export const span = (more: Partial<Span> = {}): Span => ({
  id: uuid(1),
  traceId: uuid(1),
  parentId: null,
  kind: 'chain',
  name: 'step',
  node: null,
  superstep: null,
  status: 'success',
  startedAt: 0,
  endedAt: 1_000,
  firstTokenAt: null,
  model: null,
  provider: null,
  usage: null,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 0,
  ...more,
})
