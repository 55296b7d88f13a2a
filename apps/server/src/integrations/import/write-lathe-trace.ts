import { isEnded, PRODUCTION, readEnvironment, type SpanDetail } from '@lathe/contract'
import { SENT_COST } from '@lathe/traces'
import type { Db } from '../../platform/db/db.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { isUntitled, type TraceRow } from '../../traces/store/fold-trace.ts'
import type { TraceContext } from '../../traces/store/trace-context.ts'
import { DEFAULT_PROJECT, ensureProject } from '../../traces/ingest/projects.store.ts'
import { now } from '../../platform/time.ts'
import type { LatheTrace } from './lathe-trace.ts'
import type { Fault } from './feedback-and-attachments.ts'
import { findNewData } from './find-new-data.ts'

/** `project` applies to traces that name none. `prices` contains ids of the local price table. */
type Store = {
  db: Db
  workspaceId: string
  project: string | undefined
  prices: ReadonlySet<string>
  /** Trace ids by feedback id, still to be stored. */
  pendingFeedback: ReadonlyMap<string, string>
}

type WriteResult = Pick<LatheTrace['extras'], 'attachments' | 'feedback'> & {
  /** Number of spans that were new or open. */
  spans: number
  /** A local run without new data. */
  isLatheRun: boolean
  /** Problems that prevent storing part of the trace. */
  faults: Fault[]
}

const LATHE_RUN = { isLatheRun: true, spans: 0, attachments: [], feedback: [] }

/** Stores new data of the trace, apart from feedback and attachments. */
export async function writeLatheTrace(store: Store, file: LatheTrace): Promise<WriteResult> {
  const { db, workspaceId, prices, pendingFeedback } = store
  const trace = { ...file, spans: file.spans.map((span) => withKnownPrice(span, prices)) }
  const storedTrace = await db
    .selectFrom('traces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', trace.id)
    .executeTakeFirst()
  const isLatheRun = storedTrace ? storedTrace.source === null : !trace.source
  const run = isLatheRun ? await findRun(store, trace.id) : undefined
  if (run && isLive(run)) return { ...LATHE_RUN, faults: [] }
  const { faults, ...fresh } = await findNewData(store, trace, pendingFeedback)
  const { spans, feedback, attachments } = fresh
  // The run was counted when it executed, even if its trace was too old to be kept.
  if (run && !storedTrace) await rememberCounted(store, trace.id)
  if (spans.length > 0)
    await appendSpans(
      db,
      workspaceId,
      spans,
      await traceContext(store, trace, { storedTrace, run }),
    )
  const isNew = spans.length + feedback.length + attachments.length > 0
  return isNew || storedTrace?.source !== null
    ? { isLatheRun: false, ...fresh, spans: spans.length, faults }
    : { ...LATHE_RUN, faults }
}

/**
 * Once the root is stored, the trace is not changed; before that, the file fills gaps. A local run
 * whose trace was deleted belongs to its run again; other traces belong to a project.
 */
async function traceContext(
  store: Store,
  trace: LatheTrace,
  { storedTrace, run }: { storedTrace: TraceRow | undefined; run: Run | undefined },
): Promise<TraceContext> {
  if (storedTrace && storedTrace.root_id !== null) return {}
  const context: TraceContext = {
    ...((!storedTrace || isUntitled(storedTrace)) && { title: trace.title || null }),
    ownTags: ownTags(trace),
    environment: readEnvironment(trace.environment) ?? PRODUCTION,
    waitedMicros: Math.round((trace.waitingMs ?? 0) * 1_000),
  }
  if (run) {
    const { id: runId, agent_id: agentId, version, thread_id: threadId } = run
    return { ...context, runId, agentId, version, threadId }
  }
  if (storedTrace?.source === null) return context
  return {
    ...context,
    source: trace.source ?? 'import',
    threadId: storedTrace?.thread_id ?? trace.threadId ?? null,
    projectId: storedTrace?.project_id ?? (await resolveProject(store, trace)),
  }
}

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** Still appends to its trace. */
const isLive = ({ status, lease_owner }: Run) => !isEnded(status) || lease_owner !== null

const findRun = async ({ db, workspaceId }: Store, id: string) =>
  await db
    .selectFrom('runs')
    .select(['id', 'agent_id', 'version', 'thread_id', 'status', 'lease_owner'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

const rememberCounted = async ({ db, workspaceId }: Store, id: string) =>
  await db
    .insertInto('deleted_traces')
    .values({ workspace_id: workspaceId, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function resolveProject(
  { db, workspaceId, project }: Store,
  trace: LatheTrace,
): Promise<string> {
  const { row } = await ensureProject(db, workspaceId, {
    name: trace.project ?? project ?? trace.agentSlug ?? DEFAULT_PROJECT,
    createdAt: now(),
  })
  return row.id
}

/**
 * A cost computed with an unknown price cannot be verified, so treat it as reported by the sender.
 */
function withKnownPrice(span: SpanDetail, prices: ReadonlySet<string>): SpanDetail {
  const { cost } = span
  return cost === null || cost.priceId === null || cost.total === null || prices.has(cost.priceId)
    ? span
    : { ...span, cost: { ...cost, priceId: SENT_COST } }
}

export async function findPriceIds(db: Db, workspaceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('model_prices')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The other tags belong to the root and are stored with it. */
function ownTags({ spans, tags }: LatheTrace): string[] {
  const root = spans.find(({ parentId }) => parentId === null)
  return tags.filter((tag) => !root?.tags.includes(tag))
}
