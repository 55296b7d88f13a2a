import type { Passage } from '@lathe/contract'
import { fromJson } from '../platform/db/json.ts'
import type { StoredVector } from '../platform/db/portable.ts'
import type { PassageRow } from './chunks.store.ts'

export const toPassage = (row: PassageRow): Passage => ({
  documentId: row.document_id,
  source: row.name,
  url: row.url,
  metadata: fromJson(row.metadata),
  position: row.position,
  text: row.text,
  lines: { from: row.line_from, to: row.line_to },
  vector: base64(row.vector),
})

const base64 = (vector: StoredVector): string =>
  Buffer.from(
    vector instanceof Uint8Array ? vector : new Uint8Array(Float32Array.from(vector).buffer),
  ).toString('base64')
