import { type ExpressionBuilder, sql } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { unlessDuplicate } from '../../platform/db/unique-violation.ts'
import { now, RESTORABLE_MICROS } from '../../platform/time.ts'

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

const selectProjects = (db: Queries, table: 'projects' | 'deleted_projects', workspaceId: string) =>
  db.selectFrom(table).select(COLUMNS).where('workspace_id', '=', workspaceId)

/**
 * Deletes a project. Its traces stay without a project until it is restored. Does nothing if it is
 * deleted already.
 */
export async function deleteProject(db: Queries, workspaceId: string, id: string): Promise<void> {
  await atomic(db, [
    db
      .insertInto('deleted_projects')
      .columns([...COLUMNS, 'deleted_at'])
      .expression(
        selectProjects(db, 'projects', workspaceId)
          .where('id', '=', id)
          .select(sql<number>`cast(${now()} as bigint)`.as('deleted_at')),
      )
      // The project was recreated with its old id, or two requests delete it at once.
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          description: eb.ref('excluded.description'),
          extra: eb.ref('excluded.extra'),
          reference_dataset_id: eb.ref('excluded.reference_dataset_id'),
          created_at: eb.ref('excluded.created_at'),
          ended_at: eb.ref('excluded.ended_at'),
          deleted_at: eb.ref('excluded.deleted_at'),
        })),
      ),
    db.deleteFrom('projects').where('workspace_id', '=', workspaceId).where('id', '=', id),
  ])
}

/**
 * Finds the project of traces that still arrive for a deleted experiment, so that restoring
 * includes them.
 */
export async function findDeletedExperiment(
  db: Queries,
  workspaceId: string,
  match: { id: string } | { name: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('deleted_projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('reference_dataset_id', 'is not', null)
    .where((eb) => eb.and(match))
    .orderBy('deleted_at', 'desc')
    .executeTakeFirst()
  return row?.id
}

/**
 * Restores an experiment. Does nothing if it was not deleted. `taken`: another project has its name
 * now.
 */
export async function restoreExperiment(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<'restored' | 'taken'> {
  const restored = await unlessDuplicate(() =>
    atomic(db, [
      db
        .insertInto('projects')
        .columns(COLUMNS)
        .expression(
          selectProjects(db, 'deleted_projects', workspaceId)
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

/** Deletes projects whose restore period has passed, with their feedback. */
export async function purgeProjects(db: Queries): Promise<void> {
  const cutoff = now() - RESTORABLE_MICROS
  const expired = db.selectFrom('deleted_projects').where('deleted_at', '<', cutoff)
  await atomic(db, [
    db
      .deleteFrom('feedback')
      .where((eb) => eb(projectKey(eb), 'in', expired.select(KEY).$asTuple(...KEY)))
      .where((eb) =>
        eb(
          projectKey(eb),
          'not in',
          db
            .selectFrom('projects')
            .select(KEY)
            .$asTuple(...KEY),
        ),
      )
      .where('span_id', 'is', null)
      .where('trace_id', 'is', null),
    db.deleteFrom('deleted_projects').where('deleted_at', '<', cutoff),
  ])
}

const KEY = ['workspace_id', 'id'] as const

const projectKey = (eb: ExpressionBuilder<Schema, 'feedback'>) =>
  eb.refTuple('workspace_id', 'project_id')
