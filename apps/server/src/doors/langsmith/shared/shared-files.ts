import type { Attachment } from '@lathe/contract'
import type { Db } from '../../../db/db.ts'
import type { TraceSharesTable } from '../../../db/tables/external.ts'
import { escaped } from './escaped.ts'

type Share = Pick<TraceSharesTable, 'workspace_id' | 'trace_id'>

/** What is attached to the spans of a trace, by the span's id. */
export async function listFiles(db: Db, share: Share): Promise<Map<string, Attachment[]>> {
  const rows = await db
    .selectFrom('attachments')
    .select(['span_id', 'name', 'mime_type', 'size'])
    .where('workspace_id', '=', share.workspace_id)
    .where('trace_id', '=', share.trace_id)
    .orderBy('name')
    .execute()
  const files = new Map<string, Attachment[]>()
  for (const { span_id, name, mime_type, size } of rows) {
    const known = files.get(span_id)
    const file = { name, mimeType: mime_type, size }
    if (known) known.push(file)
    else files.set(span_id, [file])
  }
  return files
}

export const findFile = (db: Db, share: Share, spanId: string, name: string) =>
  db
    .selectFrom('attachments')
    .select(['mime_type', 'body'])
    .where('workspace_id', '=', share.workspace_id)
    .where('trace_id', '=', share.trace_id)
    .where('span_id', '=', spanId)
    .where('name', '=', name)
    .executeTakeFirst()

/** Pictures and sound are shown, any other file can be saved; markup that could carry scripts is not drawn. */
export const filesPart = (spanId: string, files: readonly Attachment[]): string =>
  files.length === 0
    ? ''
    : `<h2>Attachments</h2>${files.map((file) => figureOf(spanId, file)).join('')}`

const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)
const soundOrFilm = (type: string) => /^(audio|video)\//.exec(type)?.[1]

function figureOf(spanId: string, { name: given, mimeType, size }: Attachment): string {
  const src = escaped(`files/${spanId}/${encodeURIComponent(given)}`)
  const name = escaped(given)
  const played = soundOrFilm(mimeType)
  return `<figure>${isPicture(mimeType) ? `<img src="${src}" alt="${name}" loading="lazy">` : ''}${
    played
      ? `<${played} src="${src}" controls preload="metadata" aria-label="${name}"></${played}>`
      : ''
  }<figcaption><a href="${src}" download="${name}">${name}</a> ${escaped(mimeType)} · ${size.toLocaleString('en')} bytes</figcaption></figure>`
}
