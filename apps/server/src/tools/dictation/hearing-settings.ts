import { type MediaToolConfig, TRANSCRIBE } from '@lathe/contract'
import { fromJson } from '../../platform/db/json.ts'
import type { Context } from '../../api/context.ts'
import { findTool } from '../tools.store.ts'

/** Who writes down what people say: whoever does it for agents. Switching the tool off keeps it from agents alone. */
export async function hearingSettings({
  db,
  workspaceId,
}: Pick<Context, 'db' | 'workspaceId'>): Promise<MediaToolConfig> {
  const row = await findTool(db, workspaceId, { name: TRANSCRIBE.name })
  const config = row && fromJson(row.config)
  return config?.kind === 'media' && config.task.type === 'transcribe' ? config : TRANSCRIBE.config
}
