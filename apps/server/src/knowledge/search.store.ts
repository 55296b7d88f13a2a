import { sql } from 'kysely'
import { isInScope } from '../platform/db/chunks/scope.ts'
import type { Db } from '../platform/db/db.ts'
import type { ChunkScope } from '../platform/db/portable.ts'

/** Finds the chunks with the most similar vectors, by `seq`, best first. */
export async function nearestChunks(
  { analytics, portable }: Db,
  scope: ChunkScope,
  vector: readonly number[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select c.seq, ${portable.similarity(sql.ref('c.vector'), vector)} as similarity
    from collection_chunks c where ${isInScope(scope)}
    order by similarity desc, c.seq limit ${limit}
  `.execute(analytics)
  return rows.map(({ seq }) => seq)
}

export type FoundRow = {
  seq: number
  document_id: string
  position: number
  text: string
  line_from: number
  line_to: number
  /** Null without a query vector. */
  similarity: number | null
}

/** Skips chunks of deleted documents. */
export async function readChunks(
  { analytics, portable }: Db,
  seqs: readonly number[],
  vector: readonly number[] | null,
): Promise<Map<number, FoundRow>> {
  if (seqs.length === 0) return new Map()
  const { rows } = await sql<FoundRow>`
    select c.seq, c.document_id, c.position, c.text, c.line_from, c.line_to,
      ${vector ? portable.similarity(sql.ref('c.vector'), vector) : sql`null`} as similarity
    from collection_chunks c join collection_documents d on d.id = c.document_id
    where c.seq in (${sql.join(seqs)})
  `.execute(analytics)
  return new Map(rows.map((row) => [row.seq, row]))
}
