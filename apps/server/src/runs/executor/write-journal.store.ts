import type { WriteCall, WriteOutcome, WriteLog, WriteKey, PreviousWrite } from '@lathe/engine'
import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type { ToolWritesTable } from '../../platform/db/tables/tool-writes.ts'
import { now } from '../../platform/time.ts'

/**
 * Every change is one statement, so only one of two processes that both claim a run makes the call.
 */
export const createWriteJournal = (db: Queries, workspaceId: string): WriteLog => ({
  async begin(call, attempt) {
    const isInserted = await insertStartedCall(db, workspaceId, call, attempt)
    return isInserted ? null : await findKnown(db, workspaceId, call)
  },
  async end(key, ending) {
    await toUpdate(db, workspaceId, key).set(toEnding(ending)).execute()
  },
  async storeAnswer(key, isInserted, ending) {
    await toUpdate(db, workspaceId, key)
      .set(ending ? toEnding(ending) : { status: 'open' })
      .where('status', '=', 'begun')
      .where('begun', '=', isInserted)
      .execute()
  },
})

/** Returns false if the call is known. */
async function insertStartedCall(
  db: Queries,
  workspaceId: string,
  { threadId, taskId, callId, runId, runAttempt, tool }: WriteCall,
  attempt: number,
): Promise<boolean> {
  const row = await db
    .insertInto('tool_writes')
    .columns([
      'workspace_id',
      'thread_id',
      'task_id',
      'call_id',
      'run_id',
      'tool',
      'status',
      'begun',
      'attempt',
      'begun_at',
    ])
    // Selects from the run's own row, so that a process that lost the run inserts nothing.
    .expression((eb) =>
      eb
        .selectFrom('runs')
        .select([
          'workspace_id',
          eb.val(threadId).as('thread_id'),
          eb.val(taskId).as('task_id'),
          eb.val(callId).as('call_id'),
          'id',
          eb.val(tool).as('tool'),
          eb.val('begun').as('status'),
          sql<number>`1`.as('begun'),
          sql<number>`cast(${attempt} as integer)`.as('node_attempt'),
          sql<number>`cast(${now()} as bigint)`.as('begun_at'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', runId)
        .where('status', '=', 'running')
        .where('attempt', '=', runAttempt),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'thread_id', 'task_id', 'call_id'])
        .doUpdateSet((eb) => ({
          status: 'begun',
          run_id: eb.ref('excluded.run_id'),
          attempt: eb.ref('excluded.attempt'),
          begun_at: eb.ref('excluded.begun_at'),
          begun: eb('tool_writes.begun', '+', 1),
        }))
        .where((eb) =>
          eb.or([
            eb('tool_writes.status', '=', 'open'),
            eb.and([
              eb('tool_writes.status', '=', 'error'),
              eb('tool_writes.attempt', '<', eb.ref('excluded.attempt')),
            ]),
          ]),
        ),
    )
    .returning('begun')
    .executeTakeFirst()
  return row !== undefined
}

async function findKnown(
  db: Queries,
  workspaceId: string,
  { threadId, taskId, callId }: WriteCall,
): Promise<PreviousWrite> {
  const row = await db
    .selectFrom('tool_writes')
    .select(['status', 'begun', 'result', 'error'])
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('task_id', '=', taskId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row ? toKnown(row) : { status: 'lost' }
}

type KnownRow = Pick<Selectable<ToolWritesTable>, 'status' | 'begun' | 'result' | 'error'>

function toKnown({ status, begun: isInserted, result, error }: KnownRow): PreviousWrite {
  const failure = fromJsonOrNull(error)
  if (status === 'error' && failure) return { status, error: failure }
  if (status === 'success') return { status, result: fromJsonOrNull(result) }
  return { status: 'begun', startCount: isInserted }
}

const toUpdate = (db: Queries, workspaceId: string, { threadId, taskId, callId }: WriteKey) =>
  db
    .updateTable('tool_writes')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('task_id', '=', taskId)
    .where('call_id', '=', callId)

const toEnding = (ending: WriteOutcome) => ({
  status: ending.status,
  ended_at: now(),
  result: ending.status === 'success' ? toJson(ending.result) : null,
  error: ending.status === 'error' ? toJson(ending.error) : null,
})
