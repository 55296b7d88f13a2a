import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { findTrace } from '../query/read-traces.ts'
import { makeRun, ms, NOON } from './span.fixture.ts'

describeDatabases('a trace with only orphaned spans', (db) => {
  test('reports when it last received data, in any order of arrival', async () => {
    const { root, all } = makeRun()
    const orphans = all.filter(({ id }) => id !== root.id)
    const late = orphans.map((span, index) => ({
      ...span,
      startedAt: NOON + ms(index),
      endedAt: NOON + ms(1_000 - index),
    }))

    for (const span of late) await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    const found = await findTrace(db(), DEFAULT_WORKSPACE, root.traceId)
    expect(found?.trace).toMatchObject({ status: 'running', lastReceivedAt: NOON + ms(1_000) })
  })
})
