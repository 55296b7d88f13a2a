import type { TraceThread } from '@lathe/contract'
import { writeTraceCursor } from '@lathe/traces'
import { sql } from 'kysely'
import type { Db, Queries } from '../../../platform/db/db.ts'
import { clampToSafeInteger, spendingNames, toSpending } from '../../metrics/spending.ts'
import { toUsage } from '../../store/usage-columns.ts'
import { listIds } from './list-ids.ts'
import { type Cursor, resolveCursor, type TraceFilter } from './list-traces.ts'
import { resolveFilter, type Selection } from './trace-filter.ts'

type ThreadPage = TraceFilter & {
  /** `next` of the previous page. */
  before?: string | undefined
  limit: number
}

/** Thread ids are unique per project only. */
type Thread = {
  projectId: string | null
  threadId: string
  /** The newest matching trace. */ last: Cursor
}

/** Traces read at once, and at most for one page. */
const SCAN_BATCH_SIZE = 1_000
const MAX_SCANNED = 100_000

/**
 * Lists threads by their newest matching trace. Undefined if the cursor names a deleted trace
 * without its start.
 */
export async function listThreads(
  db: Db,
  workspaceId: string,
  { limit, before: cursorText, ...filter }: ThreadPage,
  signal?: AbortSignal,
): Promise<{ items: TraceThread[]; next: string | null } | undefined> {
  const [selection, before] = await Promise.all([
    resolveFilter(db, workspaceId, filter, signal),
    resolveCursor(db, workspaceId, cursorText),
  ])
  if (before === null) return undefined
  selection.conditions.push(sql`traces.thread_id is not null`, sql`traces.source is not null`)
  const threads = await findThreads(db, workspaceId, selection, { limit: limit + 1, before })
  const page = threads.slice(0, limit)
  const lastThread = threads.length > limit ? page.at(-1) : undefined
  return {
    items: await summarizeThreads(db, workspaceId, page),
    next: lastThread ? writeTraceCursor(lastThread.last) : null,
  }
}

/** Skips threads that appeared on an earlier page: they have a newer matching trace. */
async function findThreads(
  db: Db,
  workspaceId: string,
  selection: Selection,
  { limit, before }: { limit: number; before: Cursor | undefined },
): Promise<Thread[]> {
  const seen = new Set<string>()
  const threads: Thread[] = []
  let cursor: Cursor | undefined
  for (let scanned = 0; scanned < MAX_SCANNED && threads.length < limit;) {
    const page = { limit: SCAN_BATCH_SIZE, before: cursor }
    const { ids, next, scanned: scannedRows } = await listIds(db, selection, page)
    for (const thread of await groupIntoThreads(db, workspaceId, ids)) {
      const key = threadKey(thread)
      if (seen.has(key)) continue
      seen.add(key)
      if (threads.length < limit && (!before || isBefore(thread.last, before))) threads.push(thread)
    }
    if (!next || selection.signal?.aborted) break
    scanned += scannedRows
    cursor = next
  }
  return threads
}

const threadKey = ({ projectId, threadId }: Pick<Thread, 'projectId' | 'threadId'>) =>
  `${projectId} ${threadId}`

const isBefore = (a: Cursor, b: Cursor) =>
  a.startedAt < b.startedAt || (a.startedAt === b.startedAt && a.id < b.id)

async function groupIntoThreads(
  db: Db,
  workspaceId: string,
  traces: readonly Cursor[],
): Promise<Thread[]> {
  const rows = await db
    .selectFrom('traces')
    .select(['id', 'project_id', 'thread_id'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      db.portable.isOneOf(
        eb.ref('id'),
        traces.map(({ id }) => id),
      ),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return traces.flatMap((last) => {
    const { project_id: projectId = null, thread_id: threadId = null } = byId.get(last.id) ?? {}
    return threadId === null ? [] : [{ projectId, threadId, last }]
  })
}

/** Sums up all traces of each thread, in the given order. */
async function summarizeThreads(
  db: Queries,
  workspaceId: string,
  threads: readonly Thread[],
): Promise<TraceThread[]> {
  if (threads.length === 0) return []
  const [sums, ends] = await Promise.all([
    sumThreads(db, workspaceId, threads),
    readThreadEnds(db, workspaceId, threads),
  ])
  const sumByThread = new Map(sums.map((row) => [threadKey(threadAddress(row)), row]))
  const endsByThread = Map.groupBy(ends, (row) => threadKey(threadAddress(row)))
  return threads.flatMap((thread) => {
    const sum = sumByThread.get(threadKey(thread))
    const [first, last = first] = endsByThread.get(threadKey(thread)) ?? []
    if (!sum || !first || !last) return []
    const totals = Object.fromEntries(
      spendingNames.map((name) => [name, clampToSafeInteger(sum[name])]),
    ) as Record<(typeof spendingNames)[number], number>
    return {
      threadId: thread.threadId,
      project: sum.project,
      projectId: thread.projectId,
      title: traceTitle(first),
      turns: sum.turns,
      failed: sum.failed,
      startedAt: first.started_at,
      lastReceivedAt: sum.heard_at,
      last: {
        id: last.id,
        title: traceTitle(last),
        status: last.status,
        startedAt: last.started_at,
      },
      usage: toUsage(totals),
      ...toSpending(totals),
    }
  })
}

const threadAddress = (row: { project_id: string | null; thread_id: string | null }) => ({
  projectId: row.project_id,
  threadId: row.thread_id ?? '',
})

const traceTitle = ({ title, name }: { title: string; name: string }) => title || name

const selectThreadTraces = (db: Queries, workspaceId: string, threads: readonly Thread[]) =>
  db
    .selectFrom('traces')
    .where('traces.workspace_id', '=', workspaceId)
    .where('traces.source', 'is not', null)
    .where('traces.thread_id', 'in', [...new Set(threads.map(({ threadId }) => threadId))])

const sumThreads = (db: Queries, workspaceId: string, threads: readonly Thread[]) =>
  selectThreadTraces(db, workspaceId, threads)
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.workspace_id', '=', 'traces.workspace_id')
        .onRef('projects.id', '=', 'traces.project_id'),
    )
    .groupBy(['traces.project_id', 'traces.thread_id'])
    .select(['traces.project_id', 'traces.thread_id'])
    .select((eb) => [
      eb.fn.max('projects.name').as('project'),
      eb.fn.countAll<number>().as('turns'),
      eb.fn
        .sum<number>(eb.case().when('traces.status', '=', 'error').then(1).else(0).end())
        .as('failed'),
      eb.fn.max('traces.heard_at').as('heard_at'),
      // As double precision, because SQLite sums overflow on large integers.
      ...spendingNames.map((name) =>
        eb.fn.sum<number>(eb.cast(eb.ref(`traces.${name}`), 'double precision')).as(name),
      ),
    ])
    .execute()

/** Returns the first trace of each thread, and its last if different. */
const readThreadEnds = (db: Queries, workspaceId: string, threads: readonly Thread[]) =>
  db
    .selectFrom(
      selectThreadTraces(db, workspaceId, threads)
        .select(['traces.id', 'traces.project_id', 'traces.thread_id', 'traces.title'])
        .select(['traces.name', 'traces.status', 'traces.started_at'])
        .select([rankInThread('asc').as('from_first'), rankInThread('desc').as('from_last')])
        .as('turns'),
    )
    .selectAll()
    .where((eb) => eb.or([eb('from_first', '=', 1), eb('from_last', '=', 1)]))
    .orderBy('from_first')
    .execute()

const rankInThread = (order: 'asc' | 'desc') => sql<number>`row_number() over (
  partition by traces.project_id, traces.thread_id
  order by traces.started_at ${sql.raw(order)}, traces.id ${sql.raw(order)})`
