import { LANGSMITH_URL, Redaction } from '@lathe/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { ForwardingsTable } from '../../platform/db/tables/forwarding.ts'

export type ForwardingRow = Selectable<ForwardingsTable>

/** The default settings: off. */
export const defaultSettings = (workspaceId: string): ForwardingRow => ({
  workspace_id: workspaceId,
  is_on: 0,
  env_on: 0,
  endpoint: LANGSMITH_URL,
  project: 'default',
  agents: null,
  sends_external: 0,
  redaction: toJson(Redaction.parse({})),
  key_ciphertext: null,
  key_hint: null,
  sent_traces: 0,
  sent_spans: 0,
  dropped: 0,
  last_sent_at: null,
  last_error: null,
  last_error_at: null,
})

export const findForwarding = async (db: Queries, workspaceId: string): Promise<ForwardingRow> =>
  (await db
    .selectFrom('forwardings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()) ?? defaultSettings(workspaceId)

/** Settings saved by earlier versions lack a redaction. */
export const readRedaction = ({ redaction }: Pick<ForwardingRow, 'redaction'>): Redaction =>
  Redaction.parse(fromJson(redaction))

export async function changeForwarding(
  db: Queries,
  workspaceId: string,
  change: Partial<ForwardingRow>,
): Promise<void> {
  await db
    .insertInto('forwardings')
    .values({ ...defaultSettings(workspaceId), ...change, workspace_id: workspaceId })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ ...change, workspace_id: workspaceId }),
    )
    .execute()
}

/** Increments in the database, because several processes may send. */
export async function countSent(
  db: Queries,
  workspaceId: string,
  sent: { traces: number; spans: number; time: number },
): Promise<void> {
  await db
    .updateTable('forwardings')
    .set((eb) => ({
      sent_traces: eb('sent_traces', '+', sent.traces),
      sent_spans: eb('sent_spans', '+', sent.spans),
      last_sent_at: sent.time,
      last_error: null,
      last_error_at: null,
    }))
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function countDropped(
  db: Queries,
  workspaceId: string,
  traces: number,
): Promise<void> {
  if (traces === 0) return
  await db
    .updateTable('forwardings')
    .set((eb) => ({ dropped: eb('dropped', '+', traces) }))
    .where('workspace_id', '=', workspaceId)
    .execute()
}
