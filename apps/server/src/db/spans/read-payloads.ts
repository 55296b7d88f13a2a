import type { Queries } from '../db.ts'
import type { PayloadRow } from './payloads.ts'

type Place = { db: Queries; workspaceId: string; id: string }

const PAGE = 200

/** The payloads of a trace in pages, by their span's id. */
export async function* readPayloads({ db, workspaceId, id }: Place): AsyncGenerator<PayloadRow[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('span_payloads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .where('span_id', '>', after)
      .orderBy('span_id')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.span_id
  }
}
