import type { PromptMetrics } from '@lathe/contract'
import { addSpending, noSpending, callSpending } from '@lathe/traces'
import { quantile } from '@lathe/verdicts'
import type { Queries } from '../platform/db/db.ts'
import { fromJsonOrNull } from '../platform/db/json.ts'
import { toCall } from '../traces/metrics/spending.ts'
import { usageNames } from '../traces/store/usage-columns.ts'
import type { PromptRow } from './prompts.store.ts'

/** Limited to the newest calls: older ones matter less and cost as much to read. */
const MOST = 10_000

/** Returns metrics per version, newest first. Omits versions that never ran. */
export async function promptMetrics(db: Queries, prompt: PromptRow): Promise<PromptMetrics[]> {
  const [calls, scores] = await Promise.all([listCalls(db, prompt), listScores(db, prompt)])
  const scoresOf = Map.groupBy(scores, (row) => row.version)
  const byVersion = Map.groupBy(calls, (row) => row.version)
  return [...byVersion]
    .toSorted(([a], [b]) => b - a)
    .map(([version, some]) => {
      const errors = some.filter(({ status }) => status === 'error')
      const times = some.flatMap(({ status, started_at: from, ended_at: to }) =>
        to === null || status === 'error' ? [] : [(to - from) / 1_000],
      )
      return {
        version,
        runs: new Set(some.map((row) => row.trace_id)).size,
        calls: some.length,
        errors: errors.length,
        p50Ms: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
        inputTokens: sum(some.map((row) => row.usage_input ?? 0)),
        outputTokens: sum(some.map((row) => row.usage_output ?? 0)),
        ...some.map(toCall).map(callSpending).reduce(addSpending, noSpending),
        scores: meansOf(scoresOf.get(version) ?? []),
      }
    })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const runsOf = (db: Queries, { workspace_id, id }: PromptRow) =>
  db
    .selectFrom('prompt_graphs as g')
    .innerJoin('runs as r', (join) =>
      join
        .onRef('r.workspace_id', '=', 'g.workspace_id')
        .onRef('r.graph_hash', '=', 'g.graph_hash'),
    )
    .where('g.workspace_id', '=', workspace_id)
    .where('g.prompt_id', '=', id)

const listCalls = (db: Queries, prompt: PromptRow) =>
  runsOf(db, prompt)
    .innerJoin('spans as s', (join) =>
      join
        .onRef('s.workspace_id', '=', 'r.workspace_id')
        .onRef('s.trace_id', '=', 'r.id')
        .onRef('s.node', '=', 'g.node'),
    )
    .select(['g.version', 's.trace_id', 's.kind', 's.status', 's.started_at', 's.ended_at'])
    .select(['s.first_token_at', 's.cost_nanos', 's.cost_input_nanos', 's.cost_output_nanos'])
    .select(usageNames.map((name) => `s.${name}` as const))
    .where('s.kind', '=', 'model')
    .orderBy('s.trace_id', 'desc')
    .limit(MOST)
    .execute()

const listScores = (db: Queries, prompt: PromptRow) =>
  runsOf(db, prompt)
    .innerJoin('feedback as f', (join) =>
      join.onRef('f.workspace_id', '=', 'r.workspace_id').onRef('f.trace_id', '=', 'r.id'),
    )
    .select(['g.version', 'f.key', 'f.score'])
    .orderBy('f.id', 'desc')
    .limit(MOST)
    .execute()

type Scored = Awaited<ReturnType<typeof listScores>>[number]

function meansOf(rows: readonly Scored[]): PromptMetrics['scores'] {
  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, some]) => {
      const values = some.flatMap(({ score }) => {
        const value = fromJsonOrNull(score)
        return value === null ? [] : [Number(value)]
      })
      return { key, count: values.length, mean: sum(values) / values.length }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.key.localeCompare(b.key))
}
