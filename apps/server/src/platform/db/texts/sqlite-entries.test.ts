import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE as w } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan, started } from '../../../traces/store/span.fixture.ts'
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

const span = (spanId: string, ...pieces: string[]) => ({
  traceId: 't',
  spanId,
  text: pieces.join(PIECE),
})

test('a string that several spans of a trace repeat is indexed once', () => {
  const { entries, count } = opened()

  entries.add(w, 't', [
    span('a', 'hello there', 'first'),
    span('b', 'hello there', 'second'),
    { ...span('c'), text: Buffer.from(`hello there${PIECE}third`) },
  ])

  expect(['hello', 'first', 'second', 'third'].map(count)).toEqual([1, 1, 1, 1])
})

test('removing a span names the spans that shared an entry with it', () => {
  const { entries, count } = opened()
  entries.add(w, 't', [span('a', 'one'), span('b', 'two')])
  entries.add(w, 't', [span('c', 'three')])

  const isDropped = entries.remove(w, 't', ['a'])

  expect(['a', 'b', 'c'].filter((id) => isDropped?.(id))).toEqual(['b'])
  expect(['one', 'two', 'three'].map(count)).toEqual([0, 0, 1])
  expect(entries.remove(w, 't', ['c'])).toBeUndefined()
})

test('a forgotten trace leaves no rows', () => {
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

const db = openedFor('sqlite')
const find = async (text: string) => {
  await db().texts.settled()
  return (await db().texts.find(w, [{ text, isPrefix: false }])).traceIds
}

test('a changed span keeps the words of the spans that were indexed with it', async () => {
  await find('the index is awake')
  const traceId = v7()
  const root = makeSpan({ traceId, inputs: 'shared question', outputs: 'draft' })
  const step = makeSpan({ traceId, parentId: root.id, inputs: 'shared question', outputs: 'step' })
  await appendSpans(db(), w, [root, step])
  expect(await find('draft')).toEqual([traceId])

  await appendSpans(db(), w, [{ ...root, inputs: 'other question', outputs: 'final' }])

  expect(await find('draft')).toEqual([])
  for (const text of ['shared question', 'other question', 'step', 'final'])
    expect([text, await find(text)]).toEqual([text, [traceId]])
})

test('spans that start and end in several deliveries are found by their last words', async () => {
  await find('the index is awake')
  const traceId = v7()
  const spans = Array.from({ length: 5 }, (_, at) =>
    makeSpan({ traceId, inputs: `asks${at}`, outputs: `answers${at}` }),
  )
  for (const [at, one] of spans.entries()) {
    const before = spans[at - 1]
    await appendSpans(db(), w, [started(one), ...(before ? [before] : [])])
    await db().texts.settled()
  }
  await appendSpans(db(), w, spans.slice(-1))

  for (const at of spans.keys()) {
    expect(await find(`asks${at}`)).toEqual([traceId])
    expect(await find(`answers${at}`)).toEqual([traceId])
  }
})
