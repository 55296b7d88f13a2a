import { type JsonObject, isJsonObject } from '@lathe/contract'
import { toMicros } from '@lathe/traces'
import { feedbackStats } from '../feedback/feedback-stats.ts'
import { detailNames, type WireRun } from './wire-run.ts'

type GroupBy = {
  attribute: string
  path?: string | null | undefined
  max_groups?: number | null | undefined
}

/** Counts, sums and percentiles. Latencies are in seconds, as LangSmith clients expect. */
export function runStats(runs: readonly WireRun[]) {
  const latencies = runs.flatMap(({ latency }) => (latency === null ? [] : [latency]))
  const firstTokens = runs.flatMap(({ first_token_time, start_time }) => {
    const [first, start] = [toMicros(first_token_time), toMicros(start_time)]
    return first === undefined || start === undefined ? [] : [(first - start) / 1e6]
  })
  const modelCalls = runs.filter(({ run_type }) => run_type === 'llm' || run_type === 'embedding')
  // Roots have the totals of their traces, so count them only if the query selects roots alone.
  const calls =
    modelCalls.length > 0 ? modelCalls : runs.filter((run) => run.parent_run_id === null)
  const sum = (readValue: (run: WireRun) => number | null) =>
    calls.reduce((total, run) => total + (readValue(run) ?? 0), 0)
  const failed = runs.filter(({ error }) => error !== null).length
  const starts = runs.map((run) => run.start_time).sort()
  return {
    run_count: runs.length,
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    first_token_p50: percentile(firstTokens, 0.5),
    first_token_p99: percentile(firstTokens, 0.99),
    total_tokens: sum((run) => run.total_tokens),
    prompt_tokens: sum((run) => run.prompt_tokens),
    completion_tokens: sum((run) => run.completion_tokens),
    total_cost: sumKnown(calls.map((run) => run.total_cost)),
    prompt_cost: sumKnown(calls.map((run) => run.prompt_cost)),
    completion_cost: sumKnown(calls.map((run) => run.completion_cost)),
    ...Object.fromEntries(
      detailNames.map((name) => [name, sumEach(calls.map((run) => run[name] ?? {}))]),
    ),
    error_rate: runs.length === 0 ? null : failed / runs.length,
    streaming_rate: runs.length === 0 ? null : firstTokens.length / runs.length,
    last_run_start_time: starts.at(-1) ?? null,
    feedback_stats: feedbackStats(runs.flatMap(({ feedback }) => feedback)),
  }
}

function sumEach(details: readonly JsonObject[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of details.flatMap((detailGroup) => Object.entries(detailGroup)))
    if (typeof count === 'number') sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries(sums)
}

/** Sums known costs. Returns null if there are calls but no known cost. */
function sumKnown(costs: readonly (number | null)[]): number | null {
  const pricedCosts = costs.filter((cost) => cost !== null)
  if (pricedCosts.length === 0 && costs.length > 0) return null
  return pricedCosts.reduce((total, cost) => total + cost, 0)
}

/** The same for whole traces. */
export function knownDollars(
  traces: readonly { cost_nanos: number; unpriced: number }[],
): number | null {
  const nanos = traces.reduce((sum, { cost_nanos: cost }) => sum + cost, 0)
  return nanos === 0 && traces.some(({ unpriced }) => unpriced > 0) ? null : nanos / 1e9
}

/** Sorted by size, largest first. */
export function groupRuns(runs: readonly WireRun[], { attribute, path, max_groups }: GroupBy) {
  const groups = Map.groupBy(
    runs.flatMap((run) => groupKeys(run, attribute, path ?? '').map((key) => ({ key, run }))),
    ({ key }) => key,
  )
  const largest = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, max_groups ?? 5)
  return Object.fromEntries(
    largest.map(([key, members]) => [key, runStats(members.map(({ run }) => run))]),
  )
}

function groupKeys(run: WireRun, attribute: string, path: string): string[] {
  if (attribute === 'tag') return run.tags
  if (attribute === 'name' || attribute === 'run_type') return [run[attribute]]
  const { metadata } = run.extra
  const value = isJsonObject(metadata) ? metadata[path] : undefined
  return value === undefined || value === null
    ? []
    : [typeof value === 'string' ? value : JSON.stringify(value)]
}

export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
