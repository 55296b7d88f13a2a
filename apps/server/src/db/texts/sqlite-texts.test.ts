import { expect, test } from 'vitest'
import { openedFor } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../spans/append-spans.ts'
import { makeSpan } from '../spans/span.fixture.ts'

const w = DEFAULT_WORKSPACE
const db = openedFor('sqlite')

test.each([
  ['orders', true, [0, 2]],
  ['orders', false, [0]],
  ['two orders', true, [0]],
  ['two orders', false, [0]],
])('tells which of some traces have %s, which may go on: %s', async (text, isPrefix, expected) => {
  const spans = ['two orders', 'an order', 'ordersheet', 'two orders'].map((said) =>
    makeSpan({ inputs: said }),
  )
  await appendSpans(db(), w, spans)
  await db().texts.settled()
  const asked = spans.slice(0, 3).map(({ traceId }) => traceId)

  const found = await db().texts.among(w, [{ text, isPrefix }], asked)

  expect(new Set(found)).toEqual(new Set(expected.map((at) => asked[at])))
})
