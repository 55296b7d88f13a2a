import type { RegistryPrompt } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { PromptsTable } from '../platform/db/tables/prompts.ts'
import { unlessDuplicate } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'

export type PromptRow = Selectable<PromptsTable>

export type PromptFields = {
  description?: string | undefined
  readme?: string | undefined
  tags?: string[] | undefined
  isArchived?: boolean | undefined
  isPublic?: boolean | undefined
  isLiked?: boolean | undefined
}

/** Returns undefined if another prompt has the name. */
export const insertPrompt = (
  db: Queries,
  workspaceId: string,
  name: string,
  { description, readme, tags, isPublic }: PromptFields,
): Promise<PromptRow | undefined> =>
  unlessDuplicate(async () => {
    const at = now()
    const before = await db
      .selectFrom('prompts')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .executeTakeFirst()
    return await db
      .insertInto('prompts')
      .values({
        id: v7(),
        workspace_id: workspaceId,
        name,
        description: description ?? '',
        readme: readme ?? '',
        tags: toJson(tags ?? []),
        is_archived: 0,
        is_public: Number(isPublic ?? false),
        is_liked: 0,
        // Version numbers of a deleted prompt are never reused, because versions can be pinned.
        version: before?.version ?? 0,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

export const selectPrompts = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('prompts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

export const findPrompt = (
  db: Queries,
  workspaceId: string,
  name: string,
): Promise<PromptRow | undefined> =>
  selectPrompts(db, workspaceId).where('name', '=', name).executeTakeFirst()

export async function listPrompts(
  db: Db,
  workspaceId: string,
  q: string | undefined,
): Promise<PromptRow[]> {
  return await selectPrompts(db, workspaceId)
    .$if(q !== undefined, (query) =>
      query.where((eb) =>
        eb.or(
          (['name', 'description'] as const).map((column) =>
            db.portable.matchesText(eb.ref(column), q ?? ''),
          ),
        ),
      ),
    )
    .orderBy('name')
    .execute()
}

export const editPrompt = (
  db: Queries,
  { workspace_id: workspaceId, id }: PromptRow,
  { description, readme, tags, isArchived, isPublic, isLiked }: PromptFields,
): Promise<PromptRow | undefined> =>
  db
    .updateTable('prompts')
    .set({
      ...(isLiked === undefined && { updated_at: now() }),
      ...(description !== undefined && { description }),
      ...(readme !== undefined && { readme }),
      ...(tags !== undefined && { tags: toJson(tags) }),
      ...(isArchived !== undefined && { is_archived: Number(isArchived) }),
      ...(isPublic !== undefined && { is_public: Number(isPublic) }),
      ...(isLiked !== undefined && { is_liked: Number(isLiked) }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Lists deleted prompts, last deleted first. */
export const listDeletedPrompts = (db: Queries, workspaceId: string): Promise<PromptRow[]> =>
  db
    .selectFrom('prompts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DELETED_LIMIT)
    .execute()

const DELETED_LIMIT = 500

/** Deletes or restores a prompt. Returns `taken` if another prompt has its name by now. */
export async function setDeleted(
  db: Queries,
  workspaceId: string,
  id: string,
  isDeleted: boolean,
): Promise<PromptRow | 'taken' | undefined> {
  const changed = await unlessDuplicate(async () => ({
    row: await db
      .updateTable('prompts')
      .set({ deleted_at: isDeleted ? now() : null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', isDeleted ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst(),
  }))
  return changed ? changed.row : 'taken'
}

export const toPrompt = (row: PromptRow, labels: RegistryPrompt['labels']): RegistryPrompt => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: fromJson(row.tags),
  isArchived: row.is_archived === 1,
  version: row.version,
  labels,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})
