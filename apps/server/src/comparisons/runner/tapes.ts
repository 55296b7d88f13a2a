import { type ComparisonCase, type ComparisonPlan, type Exchange, SERVED } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { listExchanges } from '../../traces/query/exchanges.ts'
import type { TapeUse } from '../../platform/db/tables/comparisons.ts'
import type { VariantGraph } from '../plan/variant-graphs.ts'

/** A recorded run that cells of a case replay. */
export type CaseTape = { traceId: string; agentId: string; seed: number }

/** By case key. Empty if the plan does not replay recordings. */
export type Tapes = ReadonlyMap<string, CaseTape>

const AT_ONCE = 500

const ENDED = ['success', 'error', 'timeout', 'cancelled', 'interrupted'] as const

/** Finds the recordings of cases that were created from runs of this server. */
export async function tapesOf(
  db: Queries,
  workspaceId: string,
  { sameTape, cases }: Pick<ComparisonPlan, 'sameTape' | 'cases'>,
): Promise<Tapes> {
  const lifted = sameTape ? cases.filter(({ traceId }) => traceId !== undefined) : []
  const tapes = new Map<string, CaseTape>()
  for (let from = 0; from < lifted.length; from += AT_ONCE) {
    const some = lifted.slice(from, from + AT_ONCE)
    const ids = some.flatMap(({ traceId }) => traceId ?? [])
    const runs = await db
      .selectFrom('runs')
      .select(['id', 'agent_id', 'seed'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .where('status', 'in', ENDED)
      .execute()
    const byId = new Map(runs.map((run) => [run.id, run]))
    for (const { key, traceId } of some) {
      const run = byId.get(traceId ?? '')
      if (run) tapes.set(key, { traceId: run.id, agentId: run.agent_id, seed: run.seed })
    }
  }
  return tapes
}

/** A recording is only valid for the agent it was recorded with. */
export function tapeFor(
  tapes: Tapes,
  { key }: Pick<ComparisonCase, 'key'>,
  { agentId }: Pick<VariantGraph, 'agentId'>,
): CaseTape | undefined {
  const tape = tapes.get(key)
  return tape?.agentId === agentId ? tape : undefined
}

/** Reads of the environment and cache hits are exchanges but not calls. */
const NO_CALLS = new Set(['world', 'cache'])

/** Counts the replayed and live calls of a run. Null if the run did not replay a recording. */
export async function tapeUse(
  db: Queries,
  workspaceId: string,
  run: { id: string; metadata: Record<string, unknown> },
): Promise<TapeUse | null> {
  if (typeof run.metadata['tape'] !== 'string') return null
  const exchanges = await listExchanges(db, workspaceId, run.id)
  const calls = [...lastTries(exchanges).values()]
  const countOf = (by: Exchange['servedBy']) =>
    calls.filter(({ servedBy }) => servedBy === by).length
  return {
    served: countOf('tape'),
    live: countOf(undefined),
    withheld: countOf('stand-in'),
    servedTokens: await servedTokens(db, workspaceId, run.id),
  }
}

const lastTries = (exchanges: readonly Exchange[]) =>
  new Map(
    exchanges
      .filter(({ kind }) => !NO_CALLS.has(kind))
      .map((exchange) => [
        JSON.stringify([exchange.kind, exchange.name, exchange.address]),
        exchange,
      ]),
  )

/** A replayed call's span carries the usage of the recorded call. */
async function servedTokens(db: Queries, workspaceId: string, traceId: string): Promise<number> {
  const spans = await db
    .selectFrom('spans')
    .select(['usage_input', 'usage_output', 'tags'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('kind', 'in', ['model', 'embedding'])
    .execute()
  return spans
    .filter(({ tags }) => fromJson(tags).includes(SERVED))
    .reduce((sum, span) => sum + (span.usage_input ?? 0) + (span.usage_output ?? 0), 0)
}
