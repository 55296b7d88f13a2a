import { sql } from 'kysely'
import { isInScope } from '../chunks/scope.ts'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { formatPhrase, toVectors } from '../texts/lexemes.ts'
import { separateCharacters } from '../texts/separate-characters.ts'
import { encodeVectors } from '../texts/tsvector.ts'

type Chunks = Pick<Portable, 'vector' | 'similarity' | 'indexWords' | 'chunksWithWords'>

/** A tsvector without lexemes. */
const NO_WORDS = new Uint8Array(4)

/** The schema of the extension pgvector, or null if the server lacks it. */
export type VectorSchema = string | null

export const postgresChunks = (vectors: VectorSchema): Chunks => ({
  vector: (numbers) => [...numbers],

  similarity: (column, to) => {
    const numbers = `{${to.join(',')}}`
    if (vectors === null) {
      return sql`(
        select coalesce(sum(a::float8 * b) / nullif(sqrt(sum(a::float8 * a) * sum(b::float8 * b)), 0), 0)
        from unnest(${column}, ${numbers}::real[]) as pairs(a, b)
      )`
    }
    const vector = sql`${sql.id(vectors)}.vector`
    const distance = sql`operator(${sql.id(vectors)}.<=>)`
    return sql`1 - (${column}::${vector} ${distance} (${numbers}::real[])::${vector})`
  },

  indexWords(queries, { documentId, indexKey }, chunks) {
    const vectors = chunks.map(({ text }) => toVectors(separateCharacters(text))[0] ?? NO_WORDS)
    const query = sql`update collection_chunks as c set words = indexed.words
      from unnest(${chunks.map(({ position }) => position)}::int[], ${encodeVectors(vectors)}::tsvector[])
        as indexed(position, words)
      where c.document_id = ${documentId} and c.index_key = ${indexKey}
        and c.position = indexed.position`.compile(queries)
    return [{ query, rows: [query.parameters] }]
  },

  async chunksWithWords(queries, scope, phrases, limit) {
    const queryPhrases = phrases
      .map((phrase) => formatPhrase({ text: phrase, isPrefix: false }))
      .filter((phrase) => phrase !== '')
      .map((phrase) => `(${phrase})`)
      .join(' | ')
    const { rows } = await sql<{ seq: number }>`
      select c.seq from collection_chunks c, cast(${queryPhrases} as tsquery) as asked
      where c.words @@ asked and ${isInScope(scope)}
      order by ts_rank_cd(c.words, asked, 1) desc, c.seq limit ${limit}
    `.execute(queries)
    return rows.map(({ seq }) => seq)
  },
})

/** Enables pgvector if the server has it and allows it. Without it, search is exact but slower. */
export async function findVectors(db: Queries): Promise<VectorSchema> {
  const existing = await findVectorSchema(db)
  if (existing !== null) return existing
  const availableExtension =
    await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db)
  if (availableExtension.rows.length === 0) return null
  await sql`create extension if not exists vector`.execute(db).catch(() => undefined)
  return findVectorSchema(db)
}

async function findVectorSchema(db: Queries): Promise<VectorSchema> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'vector'
  `.execute(db)
  return rows[0]?.name ?? null
}
