import type { ReplayPlan } from '@lathe/engine'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { listExchanges, readRecording } from '../../traces/store/exchanges.ts'
import type { RunRow } from '../api/run-row.ts'
import type { RunOptions, Span } from '@lathe/contract'
import { findTrace } from '../../traces/query/read-traces.ts'

/** Finds the recording a run replays and its settings. Undefined if it replays none. */
export async function findReplayPlan(
  db: Queries,
  { id, source, options, metadata, workspace_id: workspaceId }: RunRow,
): Promise<ReplayPlan | undefined> {
  const { only, recording } = fromJsonOrNull(options) ?? {}
  if (only !== undefined && recording) return await nodePlan(db, workspaceId, only, recording)
  if (source === 'comparison') {
    const { recording: traceId, batch } = fromJson(metadata)
    return batch === undefined
      ? await recordingPlan(db, workspaceId, traceId)
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
  const { exchanges, damaged: damagedExchange } = await readRecording(db, workspaceId, row.trace_id)
  const replayed = exchanges.map((exchange) => {
    const { id: exchangeId, content } = exchange
    const result = results[exchangeId]
    if (result === undefined || content.type !== 'call') return exchange
    return { ...exchange, error: null, content: { ...content, result } }
  })
  return { exchanges: replayed, damaged: damagedExchange, settings }
}

/**
 * All answers of a batch are recorded. A missing one must not be requested again, because it was
 * paid for.
 */
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

/**
 * Serves equal requests from the recording, runs others live and suppresses repeated side effects.
 */
async function recordingPlan(
  db: Queries,
  workspaceId: string,
  traceId: unknown,
): Promise<ReplayPlan | undefined> {
  if (typeof traceId !== 'string') return undefined
  return {
    ...(await readRecording(db, workspaceId, traceId)),
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

type NodeRecording = NonNullable<RunOptions['recording']>

/** The position of a single-node run: first superstep, no branch. */
const SINGLE_NODE = { superstep: 1, branch: null }

/** Builds the recording of one node execution, as if it had run alone. */
async function nodePlan(
  db: Queries,
  workspaceId: string,
  node: string,
  { runId, spanId }: NodeRecording,
): Promise<ReplayPlan> {
  const [found, exchanges] = await Promise.all([
    findTrace(db, workspaceId, runId),
    listExchanges(db, workspaceId, runId),
  ])
  const spans = found?.spans ?? []
  const innerSpans = descendantSpans(spans, spanId)
  const superstep = spans.find(({ id }) => id === spanId)?.superstep
  const ownSpans = exchanges.find((other) => other.spanId !== null && innerSpans.has(other.spanId))
  // Exchanges before an interrupt belong to another span of the same task.
  const isSame = ({ address }: (typeof exchanges)[number]) =>
    address.path[0] === node &&
    address.superstep === superstep &&
    (ownSpans === undefined || address.branch === ownSpans.address.branch)
  return {
    exchanges: exchanges
      .filter(isSame)
      .map((other) => ({ ...other, address: { ...other.address, ...SINGLE_NODE } })),
    settings: {
      mode: 'exact',
      onMiss: 'fail',
      writes: [],
      standIn: { type: 'recorded' },
      speed: 0,
    },
  }
}

/** Returns the descendants of a span. Spans are sorted by start. */
function descendantSpans(spans: readonly Span[], root: string): ReadonlySet<string> {
  const innerSpans = new Set([root])
  for (const { id, parentId } of spans.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (parentId !== null && innerSpans.has(parentId)) innerSpans.add(id)
  }
  return innerSpans
}
