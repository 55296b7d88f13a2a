import type { JsonObject } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import type { ProjectsTable } from '../../platform/db/tables/external.ts'
import { unlessDuplicate } from '../../platform/db/unique-violation.ts'

export type ProjectRow = Selectable<ProjectsTable>

/** The project of traces whose sender names none. */
export const DEFAULT_PROJECT = 'default'

type NewProject = {
  id?: string | undefined
  name: string
  description?: string | null | undefined
  extra?: JsonObject | undefined
  referenceDatasetId?: string | null | undefined
  createdAt: number
}

/** Finds or creates the project with this name. `isNew` reports which. */
export async function ensureProject(
  db: Queries,
  workspaceId: string,
  project: NewProject,
): Promise<{ row: ProjectRow; isNew: boolean }> {
  const created = await db
    .insertInto('projects')
    .values({
      workspace_id: workspaceId,
      id: project.id ?? v7(),
      name: project.name,
      description: project.description ?? null,
      extra: toJson(project.extra ?? {}),
      reference_dataset_id: project.referenceDatasetId ?? null,
      created_at: project.createdAt,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) return { row: created, isNew: true }
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('name', '=', project.name),
        ...(project.id === undefined ? [] : [eb('id', '=', project.id)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

export const findProject = async (db: Queries, workspaceId: string, id: string) =>
  await db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

type Editable = Pick<ProjectRow, 'name' | 'description' | 'extra' | 'ended_at'>
type ProjectChange = { [Field in keyof Editable]?: Editable[Field] | undefined }

/**
 * Changes the given fields. `taken`: another project has the name. Undefined if the project does
 * not exist.
 */
export async function editProject(
  db: Queries,
  workspaceId: string,
  id: string,
  change: ProjectChange,
): Promise<ProjectRow | 'taken' | undefined> {
  const updated = await unlessDuplicate(async () => ({
    row: await db
      .updateTable('projects')
      // The statement needs an assignment, also if no value changes.
      .set({ id, ...change })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  }))
  return updated ? updated.row : 'taken'
}

/** Finds existing projects by name. Separate from creating, which waits for a write. */
export async function findProjects(
  db: Queries,
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, ExistingProject>> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'reference_dataset_id'])
    .where('workspace_id', '=', workspaceId)
    .where('name', 'in', [...new Set(names)])
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}

export type ExistingProject = Pick<ProjectRow, 'id' | 'name' | 'reference_dataset_id'>

/** The project in which LangSmith's `evaluate()` traces evaluators. */
const EVALUATORS = 'evaluators'

/** Whether the project contains runs of an experiment or of its evaluators. */
export const isExperiment = ({ name, reference_dataset_id: dataset }: ExistingProject): boolean =>
  dataset !== null || name === EVALUATORS
