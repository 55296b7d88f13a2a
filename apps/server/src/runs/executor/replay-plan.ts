import type { ReplayPlan } from '@lathe/engine'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { readTape } from '../../traces/query/exchanges.ts'
import type { RunRow } from '../api/run-row.ts'
import { nodePlan } from './node-tape.ts'

/** The tape a run plays and how; undefined for one that plays none. */
export async function findReplayPlan(
  db: Queries,
  { id, source, steering, metadata, workspace_id: workspaceId }: RunRow,
): Promise<ReplayPlan | undefined> {
  const { only, tape } = fromJsonOrNull(steering) ?? {}
  if (only !== undefined && tape) return await nodePlan(db, workspaceId, only, tape)
  if (source === 'comparison') {
    const { tape: played, batch } = fromJson(metadata)
    return batch === undefined
      ? await tapePlan(db, workspaceId, played)
      : await batchPlan(db, workspaceId, id)
  }
  if (source !== 'replay') return undefined
  const row = await db
    .selectFrom('replays')
    .select(['trace_id', 'settings'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const settings = fromJson(row.settings)
  if (settings.mode === 'live') return undefined
  const { results = {} } = settings
  const { exchanges, damaged } = await readTape(db, workspaceId, row.trace_id)
  const played = exchanges.map((exchange) => {
    const { id: exchangeId, touch } = exchange
    const result = results[exchangeId]
    if (result === undefined || touch.type !== 'call') return exchange
    return { ...exchange, error: null, touch: { ...touch, result } }
  })
  return { exchanges: played, damaged, settings }
}

/** Everything it asks was answered before; were something missing, asking for it would be paid for twice. */
async function batchPlan(db: Queries, workspaceId: string, runId: string): Promise<ReplayPlan> {
  const row = await db
    .selectFrom('batch_requests')
    .select('answer')
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  const answer = fromJsonOrNull(row?.answer ?? null)
  return {
    exchanges: answer ? [answer] : [],
    isBatch: true,
    settings: {
      mode: 'version',
      onMiss: 'fail',
      writes: [],
      standIn: { type: 'recorded' },
      speed: 0,
    },
  }
}

/** Whatever is asked as it was then comes from the tape, all else runs live; nothing is written again. */
async function tapePlan(
  db: Queries,
  workspaceId: string,
  traceId: unknown,
): Promise<ReplayPlan | undefined> {
  if (typeof traceId !== 'string') return undefined
  return {
    ...(await readTape(db, workspaceId, traceId)),
    isStrict: true,
    settings: {
      mode: 'version',
      onMiss: 'live',
      writes: [],
      standIn: { type: 'recorded' },
      speed: 0,
    },
  }
}
