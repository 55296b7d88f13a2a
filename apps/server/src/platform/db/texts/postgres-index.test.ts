import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { findAmong } from './postgres-index.ts'

const w = DEFAULT_WORKSPACE
const db = openedFor('postgres')

test('looks up the given traces instead of every row with the words', async () => {
  await sql`insert into search_texts (workspace_id, trace_id, spans, words)
    select ${w}, 'trace ' || trace, array[span], to_tsvector('simple', 'refund order')
    from generate_series(1, 1000) as trace cross join generate_series(1, 8) as span`.execute(db())
  const wanted = ['trace 7', 'trace 8', 'no such trace']
  const query = findAmong(db().portable, w, [{ text: 'refund', isPrefix: true }], wanted)

  const { rows } = await sql<object>`explain ${query}`.execute(db())
  const found = await query.execute(db())

  const plan = JSON.stringify(rows)
  expect(plan).toContain('search_texts_trace_id_idx')
  expect(plan).not.toContain('search_texts_words_idx')
  expect(found.rows.map(({ trace_id }) => trace_id).sort()).toEqual(['trace 7', 'trace 8'])
})
