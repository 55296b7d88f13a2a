import { sql } from 'kysely'
import { inScope } from '../chunks/scope.ts'
import type { Portable } from '../portable.ts'

type Chunks = Pick<Portable, 'vector' | 'similarity' | 'chunksWithWords'>

export const sqliteChunks: Chunks = {
  vector: toBlob,

  similarity: (column, to) => sql`1 - vec_distance_cosine(${column}, ${toBlob(to)})`,

  async chunksWithWords(queries, scope, words, limit) {
    const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
    const { rows } = await sql<{ seq: number }>`
      select c.seq from collection_words w join collection_chunks c on c.seq = w.rowid
      where collection_words match ${match} and ${inScope(scope)}
      order by bm25(collection_words), c.seq limit ${limit}
    `.execute(queries)
    return rows.map(({ seq }) => seq)
  },
}

function toBlob(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(numbers).buffer)
}
