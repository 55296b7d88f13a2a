import { sql } from 'kysely'
import { atomic } from '../db/atomic.ts'
import type { Queries } from '../db/db.ts'
import { unlessTaken } from '../db/unless-taken.ts'
import { now, RESTORABLE_MICROS } from '../time.ts'

const COLUMNS = [
  'workspace_id',
  'id',
  'name',
  'description',
  'extra',
  'reference_dataset_id',
  'created_at',
  'ended_at',
] as const

const one = (db: Queries, table: 'projects' | 'deleted_projects', workspaceId: string) =>
  db.selectFrom(table).select(COLUMNS).where('workspace_id', '=', workspaceId)

/** Its traces stay, and have no project until it is brought back. */
export async function deleteProject(db: Queries, workspaceId: string, id: string): Promise<void> {
  await atomic(db, [
    // Deleted again after somebody made it anew with its old id.
    db.deleteFrom('deleted_projects').where('workspace_id', '=', workspaceId).where('id', '=', id),
    db
      .insertInto('deleted_projects')
      .columns([...COLUMNS, 'deleted_at'])
      .expression(
        one(db, 'projects', workspaceId)
          .where('id', '=', id)
          .select(sql<number>`cast(${now()} as bigint)`.as('deleted_at')),
      ),
    db.deleteFrom('projects').where('workspace_id', '=', workspaceId).where('id', '=', id),
  ])
}

/** Nothing happens to what was not deleted or is no experiment; `taken` when another project has its name by now. */
export async function restoreExperiment(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<'restored' | 'taken'> {
  const restored = await unlessTaken(() =>
    atomic(db, [
      db
        .insertInto('projects')
        .columns(COLUMNS)
        .expression(
          one(db, 'deleted_projects', workspaceId)
            .where('id', '=', id)
            .where('reference_dataset_id', 'is not', null),
        ),
      db
        .deleteFrom('deleted_projects')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('reference_dataset_id', 'is not', null),
    ]),
  )
  return restored ? 'restored' : 'taken'
}

/** Those that nobody brought back in time, with what was said of them as a whole. */
export async function purgeProjects(db: Queries): Promise<void> {
  const before = now() - RESTORABLE_MICROS
  const gone = db.selectFrom('deleted_projects').select('id').where('deleted_at', '<', before)
  await atomic(db, [
    db
      .deleteFrom('feedback')
      .where('project_id', 'in', gone)
      .where('project_id', 'not in', db.selectFrom('projects').select('id'))
      .where('span_id', 'is', null)
      .where('trace_id', 'is', null),
    db.deleteFrom('deleted_projects').where('deleted_at', '<', before),
  ])
}
