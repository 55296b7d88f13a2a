import { type Attachment, isTextType } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { TraceSharesTable } from '../../../platform/db/tables/external.ts'

type Share = Pick<TraceSharesTable, 'workspace_id' | 'trace_id'>

export type SharedFile = Attachment & {
  /** Start of a text file. */
  beginning?: string
}

/** Bytes of a text file to preview. */
export const SHOWN = 20_000

/** Lists the attachments of a trace by span id. */
export async function listFiles(db: Db, share: Share): Promise<Map<string, SharedFile[]>> {
  const rows = await selectAttachments(db, share)
    .select(['span_id', 'name', 'mime_type', 'size'])
    .orderBy('name')
    .execute()
  const types = [...new Set(rows.map(({ mime_type }) => mime_type))].filter(isTextType)
  const beginnings = await listBeginnings(db, share, types)
  const files = new Map<string, SharedFile[]>()
  for (const { span_id, name, mime_type, size } of rows) {
    const existing = files.get(span_id)
    const beginning = beginnings.get(fileKey({ span_id, name }))
    const file = { name, mimeType: mime_type, size, ...(beginning && { beginning }) }
    if (existing) existing.push(file)
    else files.set(span_id, [file])
  }
  return files
}

export const findFile = (db: Db, share: Share, spanId: string, name: string) =>
  selectAttachments(db, share)
    .select(['mime_type', 'body'])
    .where('span_id', '=', spanId)
    .where('name', '=', name)
    .executeTakeFirst()

const selectAttachments = (db: Db, share: Share) =>
  db
    .selectFrom('attachments')
    .where('workspace_id', '=', share.workspace_id)
    .where('trace_id', '=', share.trace_id)

async function listBeginnings(db: Db, share: Share, types: readonly string[]) {
  if (types.length === 0) return new Map<string, string>()
  const rows = await selectAttachments(db, share)
    .select(['span_id', 'name', sql<Uint8Array>`substr(body, 1, ${sql.lit(SHOWN)})`.as('first')])
    .where('mime_type', 'in', types)
    // Of none SQLite makes null.
    .where('size', '>', 0)
    .execute()
  // Streaming mode drops a character that is cut in two at the end.
  return new Map(
    rows.map((row) => [fileKey(row), new TextDecoder().decode(row.first, { stream: true })]),
  )
}

const fileKey = (row: { span_id: string; name: string }): string => `${row.span_id} ${row.name}`
