import { parseFilter } from '@lathe/traces'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../store/append-spans.ts'
import { makeSpan } from '../../store/span.fixture.ts'
import { selectIds } from './list-ids.ts'
import { resolveFilter } from './trace-filter.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('a page of traces', (db) => {
  test.for([
    ['status:error', 'traces_workspace_id_status_started_at_idx', false],
    ['tag:prod', 'trace_labels_workspace_id_key_value_started_at_idx', false],
    ['text:"refund"', 'sqlite_autoindex_traces_1', true],
    ['tag:prod text:"refund"', 'sqlite_autoindex_traces_1', true],
    ['metadata.customer:*', 'sqlite_autoindex_traces_1', true],
  ] as const)(
    'a page of traces that match %s uses the access path %s',
    async ([filter, index, isSorted], { skip }) => {
      skip(db().engine !== 'sqlite', 'Postgres plans by what it has measured, and here is nothing')
      // While the search index is new, its completeness is unknown.
      await db().texts.settled()
      const { terms } = parseFilter(filter)
      const selection = await resolveFilter(db(), w, { terms })

      const asked = selectIds(selection, { limit: 50 })
      const { rows } = await sql<{ detail: string }>`explain query plan ${asked}`.execute(db())

      const steps = rows.map(({ detail }) => detail).join('\n')
      expect(steps).toContain(index)
      expect(steps.includes('TEMP B-TREE')).toBe(isSorted)
    },
  )

  test('contains the same matches with any access path', async () => {
    const root = (tags: string[], said: string) => makeSpan({ tags, inputs: { said } })
    const spans = [
      root(['prod'], 'a refund'),
      root(['prod', 'eu'], 'another refund'),
      root(['eu'], 'a refund'),
      root(['prod'], 'a parcel'),
    ]
    await appendSpans(db(), w, spans)
    await db().texts.settled()
    const passing = async (filter: string) => {
      const { terms } = parseFilter(filter)
      const asked = selectIds(await resolveFilter(db(), w, { terms }), { limit: 50 })
      const { rows } = await asked.execute(db())
      return new Set(rows.map(({ id }) => spans.findIndex((span) => span.traceId === id)))
    }

    expect(await passing('text:refund tag:prod')).toEqual(new Set([0, 1]))
    expect(await passing('text:refund -tag:prod')).toEqual(new Set([2]))
    expect(await passing('text:refund text:another tag:prod')).toEqual(new Set([1]))
    expect(await passing('-text:refund tag:prod')).toEqual(new Set([3]))
    expect(await passing('text:nothing tag:prod')).toEqual(new Set([]))
  })
})
