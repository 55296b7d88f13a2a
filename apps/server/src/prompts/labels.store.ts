import type { RegistryPrompt } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import type { PromptRow } from './prompts.store.ts'

type Labels = RegistryPrompt['labels']

/** Returns labels by prompt id. */
export async function labelsOf(db: Queries, ids: readonly string[]): Promise<Map<string, Labels>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prompt_labels')
    .select(['prompt_id', 'label', 'version'])
    .where('prompt_id', 'in', ids)
    .orderBy('label')
    .execute()
  const byPrompt = Map.groupBy(rows, (row) => row.prompt_id)
  return new Map(
    [...byPrompt].map(([id, some]) => [id, some.map(({ label, version }) => ({ label, version }))]),
  )
}

/** Moves a label to a version, or removes it. Returns false if the version does not exist. */
export async function setLabel(
  db: Queries,
  { workspace_id, id }: Pick<PromptRow, 'workspace_id' | 'id'>,
  label: string,
  version: number | null,
): Promise<boolean> {
  if (version === null) {
    await db
      .deleteFrom('prompt_labels')
      .where('prompt_id', '=', id)
      .where('label', '=', label)
      .execute()
    return true
  }
  const known = await db
    .selectFrom('prompt_versions')
    .select('version')
    .where('prompt_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!known) return false
  await db
    .insertInto('prompt_labels')
    .values({ workspace_id, prompt_id: id, label, version })
    .onConflict((conflict) => conflict.columns(['prompt_id', 'label']).doUpdateSet({ version }))
    .execute()
  return true
}
