import type { StoredTool } from '@lathe/engine'
import { fromJson } from '../../db/json.ts'
import type { Context } from '../../http/api.ts'
import { openToolSecrets } from './tool-secrets.ts'
import { findUsableTools, type ToolRow } from './tools.store.ts'

type Needs = Pick<Context, 'db' | 'workspaceId' | 'vault' | 'log'>

/** The tools of these names that a workspace has added, ready to be called. */
export async function findStoredTools(
  needs: Needs,
  names: readonly string[],
): Promise<StoredTool[]> {
  if (names.length === 0) return []
  const rows = await findUsableTools(needs.db, needs.workspaceId, names)
  return rows.map((row) => toStoredTool(needs, row))
}

export function toStoredTool(
  { vault, log }: Pick<Needs, 'vault' | 'log'>,
  row: ToolRow,
): StoredTool {
  return {
    name: row.name,
    description: row.description,
    schema: fromJson(row.schema),
    effect: row.effect,
    config: fromJson(row.config),
    revision: `${row.id}@${row.updated_at}`,
    secrets() {
      const secrets = openToolSecrets(vault, row)
      const { headers, query } = secrets
      for (const secret of [...Object.values(headers), ...Object.values(query)]) log.hide(secret)
      return secrets
    },
  }
}
