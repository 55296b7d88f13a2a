import type { SkeletonPart } from '@lathe/contract'
import { skeletonWriter } from '@lathe/traces'
import type { Queries } from '../db.ts'
import { selectTraces, toTrace } from './read-traces.ts'
import { type BareSpanRow, toBareSpan } from './span-row.ts'
import { usageNames } from './usage-columns.ts'

/** So many can be looked at while the others come. */
const HEAD = 500
/** What is read, encoded and sent at once. */
const PAGE = 1_000

type Place = { db: Queries; workspaceId: string; id: string }

/** The trace, its earliest spans, then all others as they lie on the disk: sorting them is the reader's. */
export async function* readSkeleton(place: Place): AsyncGenerator<SkeletonPart, void> {
  const [row, head] = await Promise.all([
    selectTraces(place.db, place.workspaceId).where('traces.id', '=', place.id).executeTakeFirst(),
    readHead(place),
  ])
  if (!row) return
  const trace = toTrace(row)
  const write = skeletonWriter(trace.startedAt)
  const part = (rows: readonly BareSpanRow[]): SkeletonPart => ({
    type: 'spans',
    spans: write(rows.map(toBareSpan)),
  })
  yield { type: 'trace', trace }
  yield part(head)
  if (head.length < HEAD) return

  const sent = new Set(head.map(({ id }) => id))
  let page = readPage(place, '')
  for (;;) {
    const rows = await page
    const last = rows.at(-1)
    if (!last) return
    // Read while this one is encoded and sent.
    page = rows.length < PAGE ? Promise.resolve([]) : readPage(place, last.id)
    page.catch(() => {})
    const others = rows.filter(({ id }) => !sent.has(id))
    if (others.length > 0) yield part(others)
  }
}

const names = [
  'id',
  'parent_id',
  'kind',
  'name',
  'node',
  'element',
  'superstep',
  'status',
  'started_at',
  'ended_at',
  'first_token_at',
  'model',
  'provider',
  'cost_nanos',
  'cost_input_nanos',
  'cost_output_nanos',
  'price_id',
  'error',
  'tags',
  'payload_bytes',
] as const

const selectSpans = ({ db, workspaceId, id }: Place) =>
  db
    .selectFrom('spans')
    .select([...usageNames, ...names])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)

const readHead = async (place: Place): Promise<BareSpanRow[]> =>
  await selectSpans(place).orderBy('started_at').orderBy('id').limit(HEAD).execute()

const readPage = async (place: Place, after: string): Promise<BareSpanRow[]> =>
  await selectSpans(place).where('id', '>', after).orderBy('id').limit(PAGE).execute()
