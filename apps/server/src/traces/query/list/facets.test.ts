import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../store/append-spans.ts'
import { makeSpan } from '../../store/span.fixture.ts'
import { metadataCounts } from './facets.ts'
import { resolveFilter } from './trace-filter.ts'
import { selectIds } from './list-ids.ts'

const w = DEFAULT_WORKSPACE
const db = openedFor('postgres')

test.each([undefined, 'customer'])(
  'Postgres looks up labels by trace, not by key, before it has statistics: %s',
  async (only) => {
    const spans = Array.from({ length: 200 }, () => makeSpan({ metadata: { customer: 'acme' } }))
    await appendSpans(db(), w, spans)
    const ids = selectIds(await resolveFilter(db(), w, {}), { limit: 1_000 })

    const asked = metadataCounts(w, ids, only)
    const { rows } = await sql<Record<string, string>>`explain ${asked}`.execute(db())

    expect(rows.flatMap(Object.values).join('\n')).not.toContain('_key_value_started_at_idx')
  },
)
