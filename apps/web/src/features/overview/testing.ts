import { type MetricsPoint, ZERO_USAGE, type Usage } from '@lathe/contract'

const noLatency = { p50: null, p95: null, p99: null }

/** A bucket with one model call. */
export const point = (usage: Partial<Usage> = {}): MetricsPoint => ({
  at: 0,
  runs: 1,
  errors: 0,
  modelCalls: 1,
  toolCalls: 0,
  toolErrors: 0,
  usage: { ...ZERO_USAGE, ...usage },
  cost: 0,
  unpriced: 0,
  unmetered: 0,
  latency: noLatency,
  firstToken: noLatency,
})
