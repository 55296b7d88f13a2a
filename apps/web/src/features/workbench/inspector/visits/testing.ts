import { ZERO_USAGE, type Run, type Span, type Trace } from '@lathe/contract'
import { makeRun } from '../../../../testing/run-factory.ts'
import { AGENT_ID } from '../../render-workbench.tsx'

export const id = (end: string) => `0198c0de-7000-7000-8000-0000000000${end}`

export const run = (end: string, title: string): Run =>
  makeRun({
    id: id(end),
    agentId: AGENT_ID,
    threadId: id('ff'),
    title,
    createdAt: 1_700_000_000_000_000,
  })

export const span = (end: string, traceId: string, node: string): Span => ({
  id: id(end),
  traceId,
  parentId: null,
  kind: 'chain',
  name: node,
  node,
  superstep: 1,
  status: 'success',
  startedAt: 0,
  endedAt: 1,
  firstTokenAt: null,
  model: null,
  provider: null,
  usage: null,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 2,
})

export const trace = (runId: string): Trace => ({
  id: runId,
  title: '',
  name: '',
  status: 'success',
  runId,
  agentId: AGENT_ID,
  agentSlug: null,
  comparison: null,
  isPinned: false,
  version: null,
  threadId: null,
  source: null,
  project: null,
  projectId: null,
  environment: 'production',
  activeMs: null,
  firstTokenMs: null,
  waitingMs: 0,
  startedAt: 0,
  endedAt: 1,
  lastReceivedAt: 1_000,
  firstTokenAt: null,
  spanCount: 1,
  usage: ZERO_USAGE,
  cost: null,
  pricedCost: 0,
  unpriced: 1,
  error: null,
  tags: [],
})
