import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { ThreadsTable } from '../platform/db/tables/runs.ts'

type Builder = ExpressionBuilder<Schema & { t: ThreadsTable }, 't'>

/** Whether a thread's title, what its runs took and gave, or a value its state has held has this text. */
export function holds({ portable }: Db, thread: Builder, q: string): Expression<SqlBool> {
  // Messages and values are kept as JSON: so is what is looked for in them.
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
          .then(portable.textOf(blob.ref('b.value')))
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
        portable.textOfBlocks({
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
