import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { formatPhrase, toVectors } from './lexemes.ts'
import { encodeVectors } from './tsvector.ts'

const db = openedFor('postgres')

/** Returns how Postgres parses the vectors. */
async function parse(text: string, mostBytes?: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words::text as words
    from unnest(${encodeVectors(toVectors(text, mostBytes))}::tsvector[]) as words`.execute(db())
  return rows.map(({ words }) => words)
}

test.each([
  ['one two one', "'one':1,3 'two':2"],
  ['Köln, KÖLN!', "'koln':1,2"],
  ['gpt-5-mini', "'5':2 'gpt':1 'mini':3"],
  ['가나다 が', "'が':2 '가나다':1"],
  ["it's \\ <b>'bold'</b>", "'b':3,5 'bold':4 'it':1 's':2"],
  ['  \0 \ud800 ', ''],
])('%j becomes the vector %j', async (text, vector) => {
  expect(await parse(text)).toEqual([vector])
})

test('vectors and phrases contain the first 500 characters of a long word', async () => {
  const word = '한'.repeat(800)
  const kept = '한'.repeat(500)

  expect(await parse(`${word} ${word}글`)).toEqual([`'${kept}':1,2`])
  expect(formatPhrase({ text: word, isPrefix: false })).toBe(`'${kept}'`)
})

test('a text over the limit becomes several vectors', async () => {
  expect(await parse('가나다 라마바', 20)).toEqual(["'가나다':1", "'라마바':1"])
})

test('omits positions beyond the limits of Postgres', async () => {
  const often = `${'often '.repeat(16_380)}${'late '.repeat(20)}`

  const [vector = ''] = await parse(often)

  expect(vector).toContain("'late':16381,16382,16383 ")
  expect(vector.split("'often':")[1]?.split(',')).toHaveLength(256)
})

test('an empty list of vectors is valid', async () => {
  const { rows } = await sql`select unnest(${encodeVectors([])}::tsvector[])`.execute(db())
  expect(rows).toEqual([])
})

test('rejects vectors that exceed a message to Postgres', () => {
  const large = new Uint8Array(1_000_000)
  expect(() => encodeVectors(Array.from({ length: 1_001 }, () => large))).toThrow(RangeError)
})
