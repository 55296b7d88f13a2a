import type { OutlinePart, Span } from '@lathe/contract'
import { createOutlineWriter } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { selectTraces, toTrace } from './read-traces.ts'
import { costOf, type SpanRow, usageOf } from '../store/span-row.ts'
import { usageNames } from '../store/usage-columns.ts'

/** Enough to show while the rest loads. */
const HEAD = 500
/** Spans that are read, encoded and sent at once. */
const PAGE = 2_000

export type Place = { db: Queries; workspaceId: string; id: string }

/**
 * Yields the trace with its earliest spans, then all others in storage order: the client sorts
 * them.
 */
export async function* readSkeleton(place: Place): AsyncGenerator<OutlinePart, void> {
  const [row, head] = await Promise.all([
    selectTraces(place.db, place.workspaceId).where('traces.id', '=', place.id).executeTakeFirst(),
    readHead(place),
  ])
  if (!row) return
  const trace = toTrace(row)
  const write = createOutlineWriter(trace.startedAt)
  const part = (rows: readonly OftenRow[], rare: RareRows): OutlinePart => ({
    type: 'spans',
    spans: write(rows.map((each) => toBareSpan(each, rare.get(each.id)))),
  })
  yield { type: 'trace', trace }
  yield part(head, byId(head))
  if (head.length < HEAD) return

  const sent = new Set(head.map(({ id }) => id))
  let page = readPage(place, '')
  for (;;) {
    const [rows, rare] = await page
    const last = rows.at(-1)
    if (!last) return
    // Prefetches the next page while this one is encoded and sent.
    page = rows.length < PAGE ? Promise.resolve([[], []]) : readPage(place, last.id)
    page.catch(() => {})
    const others = rows.filter(({ id }) => !sent.has(id))
    if (others.length > 0) yield part(others, byId(rare))
  }
}

const often = [
  'id',
  'parent_id',
  'kind',
  'name',
  'node',
  'superstep',
  'status',
  'started_at',
  'ended_at',
  'model',
  'provider',
  'tags',
  'payload_bytes',
] as const

/**
 * Columns that few spans have are read separately, which halves what crosses the thread boundary.
 */
const rarely = [
  ...usageNames,
  'first_token_at',
  'element',
  'cost_nanos',
  'cost_input_nanos',
  'cost_output_nanos',
  'price_id',
  'error',
] as const

type OftenRow = Pick<SpanRow, (typeof often)[number]>
type RareRow = Pick<SpanRow, 'id' | (typeof rarely)[number]>
type RareRows = ReadonlyMap<string, RareRow>

const byId = (rows: readonly RareRow[]): RareRows => new Map(rows.map((row) => [row.id, row]))

const spansOf = ({ db, workspaceId, id }: Place) =>
  db.selectFrom('spans').where('workspace_id', '=', workspaceId).where('trace_id', '=', id)

const readHead = async (place: Place): Promise<(OftenRow & RareRow)[]> =>
  await spansOf(place)
    .select([...often, ...rarely])
    .orderBy('started_at')
    .orderBy('id')
    .limit(HEAD)
    .execute()

const readPage = async (place: Place, after: string): Promise<[OftenRow[], RareRow[]]> => {
  const rows = await spansOf(place)
    .select(often)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  return [rows, first && last ? await readRare(place, first.id, last.id) : []]
}

const readRare = async (place: Place, first: string, last: string): Promise<RareRow[]> =>
  await spansOf(place)
    .select(['id', ...rarely])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where((eb) =>
      eb.or(
        (['usage_input', 'cost_nanos', 'first_token_at', 'element', 'error'] as const).map((name) =>
          eb(name, 'is not', null),
        ),
      ),
    )
    .execute()

/** Written out so that all objects share a hidden class. */
const toBareSpan = (row: OftenRow, rare: RareRow | undefined): Omit<Span, 'traceId'> => ({
  id: row.id,
  parentId: row.parent_id,
  kind: row.kind,
  name: row.name,
  node: row.node,
  element: rare?.element ?? undefined,
  superstep: row.superstep,
  status: row.status,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  firstTokenAt: rare?.first_token_at ?? null,
  model: row.model,
  provider: row.provider,
  usage: rare ? usageOf(rare) : null,
  cost: rare ? costOf(rare) : null,
  error: fromJsonOrNull(rare?.error ?? null),
  tags: row.tags === '[]' ? noTags : fromJson(row.tags),
  payloadBytes: row.payload_bytes,
})

const noTags: string[] = []
