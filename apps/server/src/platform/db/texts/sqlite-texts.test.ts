import { expect, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'

const w = DEFAULT_WORKSPACE
const db = openedFor('sqlite')

test.each([
  ['orders', true, [0, 2]],
  ['orders', false, [0]],
  ['two orders', true, [0]],
  ['two orders', false, [0]],
])('among finds the traces with %s (prefix: %s)', async (text, isPrefix, expected) => {
  const spans = ['two orders', 'an order', 'ordersheet', 'two orders'].map((said) =>
    makeSpan({ inputs: said }),
  )
  await appendSpans(db(), w, spans)
  await db().texts.settled()
  const asked = spans.slice(0, 3).map(({ traceId }) => traceId)

  const found = await db().texts.among(w, [{ text, isPrefix }], asked)

  expect(new Set(found)).toEqual(new Set(expected.map((at) => asked[at])))
})

test.each([
  ['few', 80],
  ['many', 250],
])('among finds traces behind %s without the words', async (_, without) => {
  const said = [...Array<string>(without).fill('parcel'), 'refund', 'no refunds', 'refund', 'fund']
  const spans = said.map((inputs) => makeSpan({ inputs }))
  await appendSpans(db(), w, spans)
  await db().texts.settled()
  const asked = spans.map(({ traceId }) => traceId)

  const search = async (text: string) =>
    (await db().texts.among(w, [{ text, isPrefix: true }], asked)).toSorted()

  expect(await search('refund')).toEqual(asked.slice(without, without + 3).toSorted())
  expect(await search('fun')).toEqual(asked.slice(-1))
  expect(await search('parc')).toEqual(asked.slice(0, without).toSorted())
})

test('among finds traces whose entries are between entries of others', async () => {
  const roots = Array.from({ length: 30 }, () => makeSpan({ inputs: 'parcel' }))
  const step = (root = makeSpan(), said = '') =>
    makeSpan({ traceId: root.traceId, parentId: root.id, inputs: said })
  await appendSpans(db(), w, roots)
  const far = [
    step(roots[0], 'far away'),
    step(roots[1], 'nothing'),
    step(roots[29], 'a far cry'),
    step(roots[28]),
  ]
  await appendSpans(db(), w, far)
  await db().texts.settled()
  const asked = roots.map(({ traceId }) => traceId)

  const found = await db().texts.among(w, [{ text: 'far', isPrefix: false }], asked)

  expect(new Set(found)).toEqual(new Set([asked[0], asked[29]]))
})
