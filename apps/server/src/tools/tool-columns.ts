import type { ToolDraft } from '@lathe/contract'
import { v7 } from 'uuid'
import { toJson } from '../platform/db/json.ts'
import type { Context } from '../api/context.ts'
import { now } from '../platform/time.ts'
import { openToolSecrets, sealToolSecrets } from './tool-secrets.ts'
import type { ToolRow } from './tools.store.ts'

/** Returns the columns an edit changes. Masks keep the secrets of `row`. */
export function columnsOf({ vault }: Context, id: string, draft: ToolDraft, row?: ToolRow) {
  const stored = row && openToolSecrets(vault, row)
  const { config, secrets } = sealToolSecrets(vault, id, draft.config, stored)
  return {
    name: draft.name,
    description: draft.description,
    schema: toJson(draft.schema),
    effect: draft.effect,
    kind: config.kind,
    config: toJson(config),
    secrets,
  }
}

export function newRow(context: Context, draft: ToolDraft): ToolRow {
  const id = v7()
  const at = now()
  return {
    id,
    workspace_id: context.workspaceId,
    is_enabled: 1,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    ...columnsOf(context, id, draft),
  }
}
