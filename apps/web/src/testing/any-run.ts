import { ZERO_USAGE, type Run, type RunDetail } from '@lathe/contract'
import { uuid } from './event-factory.ts'

/** A run that ended well, but for what a test is about. */
export const anyRun = (fields: Partial<Run> = {}): Run => ({
  id: uuid(1),
  agentId: uuid(90),
  agentSlug: 'trial',
  agentName: 'Trial',
  threadId: uuid(7),
  version: null,
  graphHash: 'hash',
  status: 'success',
  attempt: 1,
  source: 'user',
  only: null,
  title: '',
  error: null,
  interrupts: [],
  usage: ZERO_USAGE,
  cost: null,
  pricedCost: 0,
  unpriced: 0,
  createdAt: 0,
  startedAt: 0,
  endedAt: 0,
  firstTokenAt: null,
  queuePosition: null,
  ...fields,
})

export const anyRunDetail = (fields: Partial<RunDetail> = {}): RunDetail => ({
  ...anyRun(),
  input: {},
  output: null,
  budget: {},
  metadata: {},
  steering: {},
  ...fields,
})
