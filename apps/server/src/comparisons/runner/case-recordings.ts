import { type ComparisonCase, type ComparisonPlan, type Exchange, SERVED } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { listExchanges } from '../../traces/store/exchanges.ts'
import type { RecordingUse } from '../../platform/db/tables/comparisons.ts'

/** A recorded run that cells of a case replay. */
export type CaseRecording = { traceId: string; agentId: string; seed: number }

/** By case key. Empty if the plan does not replay recordings. */
export type CaseRecordings = ReadonlyMap<string, CaseRecording>

const QUERY_BATCH_SIZE = 500

const ENDED_STATUSES = ['success', 'error', 'timeout', 'cancelled', 'interrupted'] as const

/** Finds the recordings of cases that were created from runs of this server. */
export async function findCaseRecordings(
  db: Queries,
  workspaceId: string,
  { sameRecording, cases }: Pick<ComparisonPlan, 'sameRecording' | 'cases'>,
): Promise<CaseRecordings> {
  const recorded = sameRecording ? cases.filter(({ traceId }) => traceId !== undefined) : []
  const recordings = new Map<string, CaseRecording>()
  for (let from = 0; from < recorded.length; from += QUERY_BATCH_SIZE) {
    const batch = recorded.slice(from, from + QUERY_BATCH_SIZE)
    const ids = batch.flatMap(({ traceId }) => traceId ?? [])
    const runs = await db
      .selectFrom('runs')
      .select(['id', 'agent_id', 'seed'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .where('status', 'in', ENDED_STATUSES)
      .execute()
    const byId = new Map(runs.map((run) => [run.id, run]))
    for (const { key, traceId } of batch) {
      const run = byId.get(traceId ?? '')
      if (run) recordings.set(key, { traceId: run.id, agentId: run.agent_id, seed: run.seed })
    }
  }
  return recordings
}

/** A recording is only valid for the agent it was recorded with. */
export function recordingFor(
  recordings: CaseRecordings,
  { key }: Pick<ComparisonCase, 'key'>,
  { agentId }: { agentId: string },
): CaseRecording | undefined {
  const recording = recordings.get(key)
  return recording?.agentId === agentId ? recording : undefined
}

/** Reads of the environment and cache hits are exchanges but not calls. */
const NON_CALL_KINDS = new Set(['world', 'cache'])

/** Counts the replayed and live calls of a run. Null if the run did not replay a recording. */
export async function findRecordingUse(
  db: Queries,
  workspaceId: string,
  run: { id: string; metadata: Record<string, unknown> },
): Promise<RecordingUse | null> {
  if (typeof run.metadata['recording'] !== 'string') return null
  const exchanges = await listExchanges(db, workspaceId, run.id)
  const calls = [...lastAttempts(exchanges).values()]
  const count = (source: Exchange['servedBy']) =>
    calls.filter(({ servedBy }) => servedBy === source).length
  return {
    served: count('recording'),
    live: count(undefined),
    suppressed: count('stand-in'),
    servedTokens: await sumServedTokens(db, workspaceId, run.id),
  }
}

const lastAttempts = (exchanges: readonly Exchange[]) =>
  new Map(
    exchanges
      .filter(({ kind }) => !NON_CALL_KINDS.has(kind))
      .map((exchange) => [
        JSON.stringify([exchange.kind, exchange.name, exchange.address]),
        exchange,
      ]),
  )

/** A replayed call's span carries the usage of the recorded call. */
async function sumServedTokens(db: Queries, workspaceId: string, traceId: string): Promise<number> {
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
