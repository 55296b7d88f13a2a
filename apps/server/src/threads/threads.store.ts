import type { JsonObject, Thread } from '@lathe/contract'
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import { v7 } from 'uuid'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import { NO_AGENT, type RunsTable, type ThreadsTable } from '../platform/db/tables/runs.ts'
import { now } from '../platform/time.ts'
import type { Schema } from '../platform/db/schema.ts'

type ThreadRow = Selectable<ThreadsTable> & {
  agent_slug: string
  agent_name: string
  run_count: number | null
  status: RunsTable['status'] | null
}

const selectThreads = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('threads as t')
    .innerJoin('agents as a', 'a.id', 't.agent_id')
    .selectAll('t')
    .select(['a.slug as agent_slug', 'a.name as agent_name'])
    .select((eb) => [
      eb
        .selectFrom('runs as r')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('r.workspace_id', '=', workspaceId)
        .whereRef('r.thread_id', '=', 't.id')
        .as('run_count'),
      eb
        .selectFrom('runs as r')
        .select('r.status')
        .where('r.workspace_id', '=', workspaceId)
        .whereRef('r.thread_id', '=', 't.id')
        // A run that waits behind another run does not determine the status of the thread.
        .orderBy('r.waits')
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('status'),
    ])
    .where('t.workspace_id', '=', workspaceId)
    .where('t.agent_id', '!=', NO_AGENT)

const toThread = (row: ThreadRow): Thread => ({
  id: row.id,
  agentId: row.agent_id,
  agentSlug: row.agent_slug,
  agentName: row.agent_name,
  title: row.title,
  metadata: fromJson(row.metadata),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  runCount: row.run_count ?? 0,
  status: row.status,
})

export type ThreadFilter = {
  agentId?: string | undefined
  q?: string | undefined
  /** Only threads last used before this time. */
  before?: number | undefined
  limit: number
}

/** Lists threads, last used first, one past `limit` if there are more. */
export async function listThreads(
  db: Db,
  workspaceId: string,
  { agentId, q = '', before, limit }: ThreadFilter,
): Promise<Thread[]> {
  let query = selectThreads(db, workspaceId)
  if (agentId !== undefined) query = query.where('t.agent_id', '=', agentId)
  if (before !== undefined) query = query.where('t.updated_at', '<', before)
  if (q !== '') query = query.where((eb) => holds(db, eb, q))
  const rows = await query
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toThread)
}

export async function findThread(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<Thread | undefined> {
  const row = await selectThreads(db, workspaceId).where('t.id', '=', id).executeTakeFirst()
  return row && toThread(row)
}

export type NewThread = { agentId: string; title: string; metadata: JsonObject }

/** Returns the id. */
export async function insertThread(
  db: Queries,
  workspaceId: string,
  thread: NewThread,
): Promise<string> {
  const id = v7()
  const at = now()
  await db
    .insertInto('threads')
    .values({
      id,
      workspace_id: workspaceId,
      agent_id: thread.agentId,
      title: thread.title,
      metadata: toJson(thread.metadata),
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

export async function renameThread(
  db: Queries,
  workspaceId: string,
  id: string,
  title: string,
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ title })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

type Builder = ExpressionBuilder<Schema & { t: ThreadsTable }, 't'>

/** Whether the thread's title, run inputs and outputs or state contain a text. */
function holds({ portable }: Db, thread: Builder, q: string): Expression<SqlBool> {
  // Messages and values are stored as JSON, so the search text is escaped likewise.
  const escaped = JSON.stringify(q).slice(1, -1)
  const inRuns = thread
    .selectFrom('runs as m')
    .select('m.id')
    .whereRef('m.workspace_id', '=', 't.workspace_id')
    .whereRef('m.thread_id', '=', 't.id')
    .where((run) =>
      run.or([
        portable.matchesText(run.ref('m.input'), escaped),
        portable.matchesText(run.fn.coalesce('m.output', run.val('')), escaped),
      ]),
    )
  const inValues = thread
    .selectFrom('checkpoint_blobs as b')
    .select('b.version')
    .whereRef('b.workspace_id', '=', 't.workspace_id')
    .whereRef('b.thread_id', '=', 't.id')
    .where('b.checkpoint_ns', '=', '')
    .where((blob) =>
      portable.matchesText(
        blob
          .case()
          .when('b.type', '=', 'json')
          .then(portable.decodeText(blob.ref('b.value')))
          .else('')
          .end(),
        escaped,
      ),
    )
  const inBlocks = thread
    .selectFrom('checkpoint_blobs as b')
    .select('b.version')
    .whereRef('b.workspace_id', '=', 't.workspace_id')
    .whereRef('b.thread_id', '=', 't.id')
    .where('b.checkpoint_ns', '=', '')
    .where('b.type', '=', 'json')
    .where('b.blocks', 'is not', null)
    .where((blob) =>
      portable.matchesText(
        portable.joinBlocks({
          workspaceId: blob.ref('b.workspace_id'),
          threadId: blob.ref('b.thread_id'),
          blocks: blob.ref('b.blocks'),
        }),
        escaped,
      ),
    )
  return thread.or([
    portable.matchesText(thread.ref('t.title'), q),
    thread.exists(inRuns),
    thread.exists(inValues),
    thread.exists(inBlocks),
  ])
}
