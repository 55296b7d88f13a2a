import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE as w } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { readDetails } from './read-details.ts'
import { makeSpan } from '../store/span.fixture.ts'

describeDatabases('the spans of a trace with their payloads', (db) => {
  test('come in the order they started, of large ones few at a time', async () => {
    const { traceId: id } = makeSpan()
    const spans = [3, 1, 2].map((startedAt) =>
      makeSpan({ traceId: id, startedAt, inputs: { at: startedAt } }),
    )
    await appendSpans(db(), w, spans)
    const read = async () => {
      const pieces: unknown[][] = []
      for await (const piece of readDetails({ db: db(), workspaceId: w, id }))
        pieces.push(piece.map(({ inputs }) => inputs))
      return pieces
    }

    expect(await read()).toEqual([[{ at: 1 }, { at: 2 }, { at: 3 }]])
    await db().updateTable('spans').set({ payload_bytes: 6_000_000 }).execute()
    expect(await read()).toEqual([[{ at: 1 }], [{ at: 2 }], [{ at: 3 }]])
  })
})
