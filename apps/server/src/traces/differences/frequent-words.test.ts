import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan, ms, NOON } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { MAX_FOUND_SPANS } from '../../platform/db/texts/text-index.ts'
import { openedFor } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const w = DEFAULT_WORKSPACE
/** More than one page scans. */
const NEWER = 10_100
const AT_ONCE = 500
const db = openedFor('sqlite')

/** Newer traces without the search terms. */
async function withNewer() {
  const span = makeSpan({ startedAt: NOON + ms(60_000) })
  await appendSpans(db(), w, [span])
  const trace = await db()
    .selectFrom('traces')
    .selectAll()
    .where('id', '=', span.traceId)
    .executeTakeFirstOrThrow()
  for (let stored = 1; stored < NEWER; stored += AT_ONCE)
    await db()
      .insertInto('traces')
      .values(Array.from({ length: AT_ONCE }, () => ({ ...trace, id: uuidv7() })))
      .execute()
}

test('frequent search terms separate groups, however old the matches', async () => {
  const old = Array.from({ length: 4 }, () => makeSpan({ tags: ['rare'] }))
  const spans = old.flatMap((root) =>
    Array.from({ length: MAX_FOUND_SPANS / 4 + 1 }, (_, number) =>
      number === 0 ? root : makeSpan({ traceId: root.traceId, parentId: root.id, name: 'refund' }),
    ),
  )
  await appendSpans(db(), w, spans)
  await appendSpans(db(), w, [makeSpan({ tags: ['rare'] })])
  await withNewer()
  await db().texts.settled()
  const { client } = createTestApp(db())

  const told = await client.traces.differences({ these: 'text:refund', those: 'tag:rare' })

  expect(told).toMatchObject({
    these: { counted: 4, isPartial: false },
    those: { counted: 1, isPartial: false },
    both: 4,
  })
})
