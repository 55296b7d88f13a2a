import { toIso } from '@lathe/traces'
import type { Queries } from '../../../platform/db/db.ts'
import { fromJson } from '../../../platform/db/json.ts'
import type { PromptRow } from '../../../prompts/prompts.store.ts'
import type { VersionRow } from '../../../prompts/versions.store.ts'

/** Converts prompts into repositories with their newest commit. */
export async function toWireRepos(db: Queries, rows: readonly PromptRow[]) {
  const ids = rows.map(({ id }) => id)
  const commits =
    ids.length === 0
      ? []
      : await db
          .selectFrom('prompt_versions')
          .select(['prompt_id', 'version', 'hash'])
          .where('prompt_id', 'in', ids)
          .orderBy('version', 'desc')
          .execute()
  const byPrompt = Map.groupBy(commits, (row) => row.prompt_id)
  return rows.map((row) => {
    const versions = byPrompt.get(row.id) ?? []
    return {
      id: row.id,
      tenant_id: row.workspace_id,
      repo_handle: row.name,
      full_name: `-/${row.name}`,
      owner: null,
      repo_type: 'prompt',
      description: row.description,
      readme: row.readme,
      tags: fromJson(row.tags),
      is_public: row.is_public === 1,
      is_archived: row.is_archived === 1,
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      num_likes: row.is_liked,
      num_downloads: 0,
      num_views: 0,
      liked_by_auth_user: row.is_liked === 1,
      num_commits: versions.length,
      last_commit_hash: versions[0]?.hash ?? null,
    }
  })
}

export const toWireCommit = (row: VersionRow, parent: VersionRow | undefined) => ({
  id: row.id,
  commit_hash: row.hash,
  parent_commit_hash: parent?.hash ?? null,
  parent_id: parent?.id ?? null,
  repo_id: row.prompt_id,
  description: row.message,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.created_at),
  manifest: fromJson(row.manifest),
  num_downloads: 0,
  num_views: 0,
})
