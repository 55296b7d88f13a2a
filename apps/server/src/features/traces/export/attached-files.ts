import type { Queries } from '../../../db/db.ts'

/** Of what is attached to one trace; of files beyond that a line has only what they are. */
const MOST_BYTES = 8 * 1_024 * 1_024

type AttachedFile = {
  spanId: string
  name: string
  mimeType: string
  size: number
  base64: string | null
}

/** What is attached to a trace's spans, as a line of a file has it. */
export async function attachedFiles(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<AttachedFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['span_id', 'name', 'mime_type', 'size'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .orderBy('span_id')
    .orderBy('name')
    .execute()
  let room = MOST_BYTES
  const files: AttachedFile[] = []
  for (const { span_id: spanId, name, mime_type: mimeType, size } of rows) {
    const fits = size <= room
    if (fits) room -= size
    const bytes = fits ? await readBody({ db, workspaceId, traceId, spanId, name }) : undefined
    files.push({ spanId, name, mimeType, size, base64: bytes?.toString('base64') ?? null })
  }
  return files
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
