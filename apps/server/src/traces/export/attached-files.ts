import type { Queries } from '../../platform/db/db.ts'

const MIB = 1_024 * 1_024
/** Of files in one line. */
const LINE_BYTES = 8 * MIB
/** Of one file: in base64 a larger one would make a line that is too long to be taken in again, and only its name is told. */
const MOST_BYTES = 30 * MIB

export type AttachedFile = {
  spanId: string
  name: string
  mimeType: string
  size: number
  base64: string | null
}

/** What is attached to a trace's spans, as much as goes into one line at a time. */
export async function* attachedFiles(
  db: Queries,
  workspaceId: string,
  traceId: string,
): AsyncGenerator<AttachedFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['span_id', 'name', 'mime_type', 'size'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .orderBy('span_id')
    .orderBy('name')
    .execute()
  let room = LINE_BYTES
  let files: AttachedFile[] = []
  for (const { span_id: spanId, name, mime_type: mimeType, size } of rows) {
    const isSent = size <= MOST_BYTES
    if (isSent && size > room) {
      yield files
      files = []
      room = LINE_BYTES
    }
    if (isSent) room -= size
    const bytes = isSent ? await readBody({ db, workspaceId, traceId, spanId, name }) : undefined
    files.push({ spanId, name, mimeType, size, base64: bytes?.toString('base64') ?? null })
  }
  yield files
}

type Place = { db: Queries; workspaceId: string; traceId: string; spanId: string; name: string }

async function readBody({ db, workspaceId, traceId, spanId, name }: Place) {
  const row = await db
    .selectFrom('attachments')
    .select('body')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && Buffer.from(row.body)
}
