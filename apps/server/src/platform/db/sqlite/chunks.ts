import { sql } from 'kysely'
import { isInScope } from '../chunks/scope.ts'
import type { Portable } from '../portable.ts'
import { separateCharacters } from '../texts/separate-characters.ts'

type Chunks = Pick<Portable, 'vector' | 'similarity' | 'indexWords' | 'chunksWithWords'>

export const sqliteChunks: Chunks = {
  vector: toBlob,

  similarity: (column, to) => sql`1 - vec_distance_cosine(${column}, ${toBlob(to)})`,

  indexWords(queries, { documentId, indexKey }, chunks) {
    const words = JSON.stringify(
      chunks.map(({ position, text }) => [position, separateCharacters(text)]),
    )
    const query = sql`insert or replace into collection_words (rowid, text)
      select c.seq, asked.value ->> 1
      from json_each(${words}) as asked join collection_chunks c
        on c.document_id = ${documentId} and c.index_key = ${indexKey}
        and c.position = asked.value ->> 0`.compile(queries)
    return [{ query, rows: [query.parameters] }]
  },

  async chunksWithWords(queries, scope, phrases, limit) {
    const match = phrases
      .map((phrase) => `"${separateCharacters(phrase).replaceAll('"', '""')}"`)
      .join(' OR ')
    const { rows } = await sql<{ seq: number }>`
      select c.seq from collection_words w join collection_chunks c on c.seq = w.rowid
      where collection_words match ${match} and ${isInScope(scope)}
      order by bm25(collection_words), c.seq limit ${limit}
    `.execute(queries)
    return rows.map(({ seq }) => seq)
  },
}

function toBlob(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(numbers).buffer)
}
