import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE as w } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { findSpan, readSpanDetails } from './read-details.ts'
import { makeSpan } from '../store/span.fixture.ts'

describeDatabases('reading spans with payloads', (db) => {
  test('returns spans by start, large ones in small batches', async () => {
    const { traceId: id } = makeSpan()
    const spans = [3, 1, 2].map((startedAt) =>
      makeSpan({ traceId: id, startedAt, inputs: { at: startedAt } }),
    )
    await appendSpans(db(), w, spans)
    const read = async () => {
      const pieces: unknown[][] = []
      for await (const piece of readSpanDetails({ db: db(), workspaceId: w, id }))
        pieces.push(piece.map(({ inputs }) => inputs))
      return pieces
    }

    expect(await read()).toEqual([[{ at: 1 }, { at: 2 }, { at: 3 }]])
    await db().updateTable('spans').set({ payload_bytes: 6_000_000 }).execute()
    expect(await read()).toEqual([[{ at: 1 }], [{ at: 2 }], [{ at: 3 }]])
  })

  test('reads one span with one query', async () => {
    const traceId = v7()
    const [span, other] = [makeSpan({ traceId, inputs: 'a' }), makeSpan({ traceId, inputs: 'b' })]
    await appendSpans(db(), w, [other, span])
    let queries = 0
    const counted = db().withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })

    const found = await findSpan(counted, w, traceId, span.id)

    expect(found).toMatchObject({ id: span.id, traceId, inputs: 'a' })
    expect(queries).toBe(1)
  })

  test('reads a span whose payload is spread over several blocks', async () => {
    const span = makeSpan({ inputs: 'question', outputs: 'draft' })
    await appendSpans(db(), w, [span])
    await appendSpans(db(), w, [{ ...span, inputs: null, outputs: 'final' }])

    expect(await findSpan(db(), w, span.traceId, span.id)).toMatchObject({
      inputs: 'question',
      outputs: 'final',
    })
    expect(await findSpan(db(), w, span.traceId, 'no such span')).toBeUndefined()
  })
})
