import { setTimeout as wait } from 'node:timers/promises'
import { PRODUCTION, readEnvironment, type RunEvent } from '@lathe/contract'
import { sql, type SqlBool } from 'kysely'
import { isExperiment } from '../ingest/projects.store.ts'
import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { runEnvironment } from '../store/run-environment.ts'
import type { LabelKey, UncountedTracesTable } from '../../platform/db/tables/traces.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { LiveTraces } from '../store/live-traces.ts'
import { traceLockKey } from '../store/load-stored.ts'
import { resolveWaitingTraces } from '../store/resolve-waiting-traces.ts'
import { negateRollup, type RecountedTrace, rollupRows } from './rollup-rows.ts'
import type { SpanRow } from '../store/span-row.ts'
import { spanSpending } from './spending.ts'
import { addRollups } from '../store/upserts.ts'
import { createJobs, type JobOptions, type Jobs } from '../../platform/jobs/jobs.ts'

const BATCH_SIZE = 100
/** Spans that are read at once, at least those of one trace. */
const MAX_SPANS = 20_000

const ENVIRONMENT_LABELS = [
  'environment',
  'env',
  'deployment.environment.name',
  'deployment.environment',
].map((key): LabelKey => `metadata.${key}`)

type RecountCursor = UncountedTracesTable
/** Microseconds since the epoch. */
type Pause = { from: number; to: number }

export const listUncounted = (db: Queries): Promise<RecountCursor[]> =>
  db.selectFrom('uncounted_traces').selectAll().execute()

/**
 * Finds the environment, the waiting time and the calls without token counts of traces that an earlier version stored,
 * newest first, and corrects the rollups. Continues where it stopped.
 */
export async function recountTraces(
  db: Db,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const cursor = await db
      .selectFrom('uncounted_traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
    if (!cursor || signal.aborted) return
    const startTime = performance.now()
    await recountBatch(db, cursor)
    // The other half of the time is for requests.
    await wait(performance.now() - startTime)
  }
}

async function recountBatch(db: Db, cursor: RecountCursor): Promise<void> {
  const { workspace_id: workspaceId, started_at: startedAt, trace_id: traceId } = cursor
  const next = await db
    .selectFrom('traces')
    .select(['id', 'started_at', 'span_count', 'status', 'thread_id'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(startedAt, traceId)))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH_SIZE)
    .execute()
  let spans = 0
  const selected = next.filter(({ span_count: count }, index) => {
    spans += count
    return index === 0 || spans <= MAX_SPANS
  })
  const last = selected.at(-1)
  if (!last) {
    await atomic(db, [
      ...(await moveOfflineRollups(db, workspaceId)),
      db.deleteFrom('uncounted_traces').where('workspace_id', '=', workspaceId),
    ])
    return
  }
  const ids = selected.map(({ id }) => id)
  const locks = ids.map((id) => traceLockKey(workspaceId, id)).sort()
  await db.portable.exclusively(locks, async (queries) => {
    const recountedTraces = await readRecounted(queries, workspaceId, ids)
    const live = LiveTraces.of(db)
    for (const { after } of recountedTraces) live?.remove(traceLockKey(workspaceId, after.id))
    await atomic(queries, [
      ...recountedTraces.flatMap(({ after }) => traceUpdates(db, after)),
      ...correctRollups(db, recountedTraces),
      db
        .updateTable('uncounted_traces')
        .set({ started_at: last.started_at, trace_id: last.id })
        .where('workspace_id', '=', workspaceId),
    ])
  })
  const waitingTraces = selected.filter(({ status }) => status === 'interrupted')
  await resolveWaitingTraces(
    db,
    workspaceId,
    waitingTraces.flatMap(({ thread_id: threadId }) => threadId ?? []),
  )
}

const correctRollups = (db: Db, recountedTraces: readonly RecountedTrace[]) =>
  addRollups(
    db,
    rollupRows({ endedSpans: [], corrections: { spans: [], traces: [] }, recountedTraces }),
  )

/**
 * Corrects the rollups of traces that are about to be deleted before the job has recounted them. The caller holds their
 * locks.
 */
export async function recountDeleted(
  db: Db,
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
) {
  const cursor = await queries
    .selectFrom('uncounted_traces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!cursor) return []
  const isUncounted = ({ before: { started_at: time, id } }: RecountedTrace) =>
    time < cursor.started_at || (time === cursor.started_at && id < cursor.trace_id)
  const recountedTraces = await readRecounted(queries, workspaceId, ids)
  return correctRollups(db, recountedTraces.filter(isUncounted))
}

/**
 * Moves the rollups of deleted traces out of production if their dimensions show that they were not: those of
 * experiments, and of prompts and judges in comparisons, whose agent is the comparison.
 */
async function moveOfflineRollups(db: Db, workspaceId: string) {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'reference_dataset_id'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const experiments = projects.filter(isExperiment).map(({ id }) => id)
  const rows = await db
    .selectFrom('rollups')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('environment', '=', PRODUCTION)
    .where('count', '>', 0)
    .where((eb) =>
      eb.or([
        ...(experiments.length > 0 ? [eb('project_id', 'in', experiments)] : []),
        eb(
          'agent_id',
          'in',
          eb.selectFrom('comparisons').select('id').where('workspace_id', '=', workspaceId),
        ),
      ]),
    )
    .execute()
  // Added, not replaced: other writers may add to the same rows.
  return addRollups(
    db,
    rows.flatMap((row) => [negateRollup(row), { ...row, environment: 'comparison' }]),
  )
}

const traceUpdates = (db: Db, { workspace_id, id, run_id, ...trace }: TraceRow) => [
  db
    .updateTable('traces')
    .set({
      environment: trace.environment,
      waited_micros: trace.waited_micros,
      waited_before_token_micros: trace.waited_before_token_micros,
      unmetered: trace.unmetered,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id),
  ...(run_id === null || trace.waited_micros === 0
    ? []
    : [
        db
          .updateTable('runs')
          .set({ waited_micros: trace.waited_micros })
          .where('id', '=', run_id)
          .where('waited_micros', '=', 0),
      ]),
]

/** Traces that change, with their spans. */
async function readRecounted(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<RecountedTrace[]> {
  const [traces, environments, waits] = await Promise.all([
    queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute(),
    readEnvironments(queries, workspaceId, ids),
    readWaits(queries, workspaceId, ids),
  ])
  const changed = traces.flatMap((before) => {
    const environment = environments.get(before.id) ?? before.environment
    const pauses = before.waited_micros > 0 ? [] : (waits.get(before.id) ?? [])
    const waitedMicros = before.waited_micros + sumPauses(pauses, Infinity)
    const beforeToken = sumPauses(pauses, before.first_token_at ?? 0)
    const isUnchanged = environment === before.environment && waitedMicros === before.waited_micros
    const isMetered = before.unpriced === 0 || before.unmetered > 0
    return isUnchanged && isMetered
      ? []
      : [
          {
            before,
            after: {
              ...before,
              environment,
              waited_micros: waitedMicros,
              waited_before_token_micros: before.waited_before_token_micros + beforeToken,
            },
          },
        ]
  })
  if (changed.length === 0) return []
  const spans = await queries
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(
      'trace_id',
      'in',
      changed.map(({ before }) => before.id),
    )
    .execute()
  const byTrace = Map.groupBy(spans, (span) => span.trace_id)
  return changed.map(({ before, after }) => {
    const traceSpans = byTrace.get(before.id) ?? []
    return {
      spans: traceSpans,
      before,
      after: { ...after, unmetered: countUnmetered(before, traceSpans) },
    }
  })
}

const countUnmetered = ({ unmetered }: TraceRow, spans: readonly SpanRow[]): number =>
  unmetered || spans.reduce((sum, span) => sum + spanSpending(span).unmetered, 0)

/** By the run that a trace is of, by its project, or by its metadata. */
async function readEnvironments(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [runs, projects, labels] = await Promise.all([
    queries
      .selectFrom('runs')
      .select(['id', 'source', 'only_node', 'metadata'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute(),
    queries
      .selectFrom('traces')
      .innerJoin('projects', (join) =>
        join
          .onRef('projects.workspace_id', '=', 'traces.workspace_id')
          .onRef('projects.id', '=', 'traces.project_id'),
      )
      .select(['traces.id as trace_id', 'projects.id', 'projects.name', 'reference_dataset_id'])
      .where('traces.workspace_id', '=', workspaceId)
      .where('traces.id', 'in', ids)
      .execute(),
    queries
      .selectFrom('trace_labels')
      .select(['trace_id', 'value'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', ids)
      .where('key', 'in', ENVIRONMENT_LABELS)
      .execute(),
  ])
  return new Map([
    ...labels.map((row) => [row.trace_id, readEnvironment(row.value) ?? PRODUCTION] as const),
    ...projects.filter(isExperiment).map((row) => [row.trace_id, 'comparison'] as const),
    ...runs.map((row) => [row.id, runEnvironment(row)] as const),
  ])
}

/** When runs waited for a human, from their status events; only runs with interrupted spans have any. */
async function readWaits(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Pause[]>> {
  const pausedTraces = await queries
    .selectFrom('spans')
    .select('trace_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', ids)
    // Repeats the condition of the partial index on waiting spans.
    .where('status', '=', sql.lit('interrupted'))
    .where('node', 'is not', null)
    .execute()
  if (pausedTraces.length === 0) return new Map()
  const rows = await queries
    .selectFrom('run_events')
    .select(['run_id', 'events'])
    .where(
      'run_id',
      'in',
      pausedTraces.map(({ trace_id: id }) => id),
    )
    .where(sql<SqlBool>`events like ${'%"type":"status"%'}`)
    .orderBy('run_id')
    .orderBy('first_seq')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.run_id)].map(([id, group]) => [
      id,
      listPauses(group.flatMap(({ events }) => fromJson(events))),
    ]),
  )
}

/** From each pause to the next status. */
function listPauses(events: readonly RunEvent[]): Pause[] {
  const pauses: Pause[] = []
  let from: number | undefined
  for (const { at: time, body } of events) {
    if (body.type !== 'status') continue
    if (from !== undefined) pauses.push({ from, to: time })
    from = body.status === 'interrupted' ? time : undefined
  }
  return pauses
}

const sumPauses = (pauses: readonly Pause[], end: number): number =>
  pauses.filter(({ to }) => to <= end).reduce((sum, { from, to }) => sum + to - from, 0)

type RecountJobs = Pick<Jobs, 'resume' | 'drain'> & {
  /** Restarts after a failure, such as a lost database: nothing else does. */
  retry(): Promise<void>
}

/** Recounts the traces of earlier versions, in one process at a time. */
export function createRecountJobs(context: Pick<JobOptions, 'db' | 'limits' | 'log'>): RecountJobs {
  const listRunning = async () =>
    (await listUncounted(context.db)).map(({ workspace_id: id }) => ({
      workspaceId: id,
      id: `recount ${id}`,
    }))
  const jobs = createJobs({
    ...context,
    kind: 'recount',
    work: ({ workspaceId }, signal) => recountTraces(context.db, workspaceId, signal),
    listRunning,
  })
  return {
    resume: () => jobs.resume(),
    drain: () => jobs.drain(),
    async retry() {
      for (const { workspaceId, id } of await listRunning()) jobs.start(workspaceId, id)
    },
  }
}
