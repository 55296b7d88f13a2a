import { ZERO_USAGE, type Run, type RunDetail } from '@lathe/contract'
import { uuid } from './event-factory.ts'

/** A run that ended well, but for what a test is about. */
export const makeRun = (fields: Partial<Run> = {}): Run => ({
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

export const makeRunDetail = (fields: Partial<RunDetail> = {}): RunDetail => ({
  ...makeRun(),
  input: {},
  output: null,
  budget: {},
  metadata: {},
  options: {},
  ...fields,
})
