import type { SpanDetail } from '@lathe/contract'
import { SENT_COST } from '@lathe/traces'
import type { Db } from '../../db/db.ts'
import { appendSpans } from '../../db/spans/append-spans.ts'
import { isUntitled, type TraceRow } from '../../db/spans/fold-trace.ts'
import type { TraceContext } from '../../db/spans/trace-context.ts'
import { DEFAULT_PROJECT, ensureProject } from '../../ingest/projects.store.ts'
import { now } from '../../time.ts'
import type { LatheTrace } from './lathe-trace.ts'

/** `project`: of traces that name none. `prices`: ids of the price table here. */
type Store = {
  db: Db
  workspaceId: string
  project: string | undefined
  prices: ReadonlySet<string>
}

type Written = Pick<LatheTrace['extras'], 'attachments' | 'feedback'> & {
  /** Spans that were not here, or were not known to have ended. */
  spans: number
}

/** What of it is new here, stored but for what is said and attached; `own` where it is a run of this place. */
export async function writeLatheTrace(store: Store, trace: LatheTrace): Promise<Written | 'own'> {
  const { db, workspaceId } = store
  const known = await db
    .selectFrom('traces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', trace.id)
    .executeTakeFirst()
  if (known?.source === null) return 'own'
  const { spans, feedback, attachments } = known ? await withoutStored(store, trace) : allOf(trace)
  if (spans.length > 0)
    await appendSpans(
      db,
      workspaceId,
      spans.map((span) => withKnownPrice(span, store.prices)),
      await contextOf(store, trace, known),
    )
  return { spans: spans.length, feedback, attachments }
}

const allOf = ({ spans, extras }: LatheTrace) => ({ spans, ...extras })

/** What is stored stays as it is; only of a span that has not ended here the file may know the end. */
async function withoutStored({ db, workspaceId }: Store, { id, spans, extras }: LatheTrace) {
  const [stored, said, attached] = await Promise.all([
    db
      .selectFrom('spans')
      .select(['id', 'ended_at'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .execute(),
    db
      .selectFrom('feedback')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where((eb) =>
        db.portable.isAnyOf(
          eb.ref('id'),
          extras.feedback.map((one) => one.id),
        ),
      )
      .execute(),
    db
      .selectFrom('attachments')
      .select(['span_id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .execute(),
  ])
  const ends = new Map(stored.map((span) => [span.id, span.ended_at]))
  const words = new Set(said.map((one) => one.id))
  const files = new Set(attached.map((file) => `${file.span_id}/${file.name}`))
  return {
    spans: spans.filter((span) => {
      const end = ends.get(span.id)
      return end === undefined || (end === null && span.endedAt !== null)
    }),
    feedback: extras.feedback.filter((one) => !words.has(one.id)),
    attachments: extras.attachments.filter(({ spanId, name }) => !files.has(`${spanId}/${name}`)),
  }
}

/**
 * Once its root is stored, nothing more is to be said of a trace; before, the file fills the gaps. A run of this place
 * whose trace was deleted is its run again; what ran elsewhere is of a project.
 */
async function contextOf(
  store: Store,
  trace: LatheTrace,
  known: TraceRow | undefined,
): Promise<TraceContext> {
  if (known && known.root_id !== null) return {}
  const said: TraceContext = {
    ...((!known || isUntitled(known)) && { title: trace.title || null }),
    ownTags: ownTags(trace),
  }
  const run = known || trace.source ? undefined : await findRun(store, trace.id)
  if (run) {
    const { id: runId, agent_id: agentId, version, thread_id: threadId } = run
    return { ...said, runId, agentId, version, threadId }
  }
  return {
    ...said,
    source: trace.source ?? 'import',
    threadId: known?.thread_id ?? trace.threadId ?? null,
    projectId: known?.project_id ?? (await projectOf(store, trace)),
  }
}

const findRun = async ({ db, workspaceId }: Store, id: string) =>
  await db
    .selectFrom('runs')
    .select(['id', 'agent_id', 'version', 'thread_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

async function projectOf({ db, workspaceId, project }: Store, trace: LatheTrace): Promise<string> {
  const { row } = await ensureProject(db, workspaceId, {
    name: trace.project ?? project ?? trace.agentSlug ?? DEFAULT_PROJECT,
    createdAt: now(),
  })
  return row.id
}

/** Reckoned by a price that is not in the table here, a cost is as good as sent: nothing here can check it. */
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

/** The others are of its root, and come with it. */
function ownTags({ spans, tags }: LatheTrace): string[] {
  const root = spans.find(({ parentId }) => parentId === null)
  return tags.filter((tag) => !root?.tags.includes(tag))
}
