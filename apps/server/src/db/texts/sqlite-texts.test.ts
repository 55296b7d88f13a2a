import { expect, test } from 'vitest'
import { openedFor } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../spans/append-spans.ts'
import { makeSpan } from '../spans/span.fixture.ts'

const w = DEFAULT_WORKSPACE
const TRACES = 2_000
const query = { text: 'order', isPrefix: true }
const db = openedFor('sqlite')

test('looks for what begins many words once, whatever many traces are asked about', async () => {
  const spans = Array.from({ length: TRACES }, (_, number) =>
    makeSpan({ inputs: [number, number + 1, number + 2].map((word) => `order${word}`).join(' ') }),
  )
  await appendSpans(db(), w, spans)
  await db().texts.settled()
  const timed = async (traces: number) => {
    const ids = spans.slice(0, traces).map(({ traceId }) => traceId)
    const began = performance.now()
    expect(await db().texts.among(w, [query], ids)).toHaveLength(traces)
    return performance.now() - began
  }
  await timed(1)

  const one = Math.max(await timed(1), await timed(1), await timed(1))

  expect(await timed(1_000)).toBeLessThan(one * 100)
})
