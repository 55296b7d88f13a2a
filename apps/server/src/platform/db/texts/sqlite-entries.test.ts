import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_WORKSPACE as w } from '../schema.ts'
import { ENTRIES, openEntries } from './sqlite-entries.ts'
import { PIECE } from './span-text.ts'

function opened() {
  const file = new DatabaseSync(':memory:')
  onTestFinished(() => file.close())
  file.exec(ENTRIES)
  file.exec("create virtual table words using fts5vocab ('texts', 'row')")
  const entries = openEntries(file)
  /** Occurrences of a word in all entries. */
  const count = (word: string) =>
    Number(file.prepare('select cnt from words where term = ?').get(word)?.['cnt'] ?? 0)
  return { file, entries, count }
}

const span = (spanId: string, ...pieces: string[]) => ({ spanId, text: pieces.join(PIECE) })

test('indexes a string once that several spans of a trace repeat', () => {
  const { entries, count } = opened()

  entries.add(w, 't', [
    span('a', 'hello there', 'first'),
    span('b', 'hello there', 'second'),
    { ...span('c'), text: Buffer.from(`hello there${PIECE}third`) },
  ])

  expect(['hello', 'first', 'second', 'third'].map(count)).toEqual([1, 1, 1, 1])
})

test('removing a span reports the spans that shared an entry with it', () => {
  const { entries, count } = opened()
  entries.add(w, 't', [span('a', 'one'), span('b', 'two')])
  entries.add(w, 't', [span('c', 'three')])

  const isDropped = entries.remove(w, 't', ['a'])

  expect(['a', 'b', 'c'].filter((id) => isDropped?.(id))).toEqual(['b'])
  expect(['one', 'two', 'three'].map(count)).toEqual([0, 0, 1])
  expect(entries.remove(w, 't', ['c'])).toBeUndefined()
})

test('forgetting a trace deletes all of its rows', () => {
  const { file, entries } = opened()
  entries.add(
    w,
    't',
    Array.from({ length: 200 }, (_, at) => span(`s${at}`, `word${at}`)),
  )
  expect(file.prepare('select id from entries').all()).toHaveLength(4)

  entries.forget(w, 't')

  for (const table of ['traces', 'entries', 'texts_docsize'])
    expect(file.prepare(`select * from ${table}`).all()).toEqual([])
})
