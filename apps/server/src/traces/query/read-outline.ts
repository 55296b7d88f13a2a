import type { OutlinePart, Span } from '@lathe/contract'
import { createOutlineWriter } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { selectTraces, toTrace } from './read-traces.ts'
import { readCost, type SpanRow, readUsage } from '../store/span-row.ts'
import { usageNames } from '../store/usage-columns.ts'

/** Enough to show while the rest loads. */
const HEAD_SIZE = 500
/** Spans that are read, encoded and sent at once. */
const PAGE_SIZE = 2_000

export type TraceAddress = { db: Queries; workspaceId: string; id: string }

/**
 * Yields the trace with its earliest spans, then all others in storage order: the client sorts
 * them.
 */
export async function* readOutline(address: TraceAddress): AsyncGenerator<OutlinePart, void> {
  const [row, head] = await Promise.all([
    selectTraces(address.db, address.workspaceId)
      .where('traces.id', '=', address.id)
      .executeTakeFirst(),
    readHead(address),
  ])
  if (!row) return
  const trace = toTrace(row)
  const write = createOutlineWriter(trace.startedAt)
  const createPart = (rows: readonly CommonColumns[], rare: RareColumnsById): OutlinePart => ({
    type: 'spans',
    spans: write(rows.map((spanRow) => toBareSpan(spanRow, rare.get(spanRow.id)))),
  })
  yield { type: 'trace', trace }
  yield createPart(head, byId(head))
  if (head.length < HEAD_SIZE) return

  const sentIds = new Set(head.map(({ id }) => id))
  let page = readPage(address, '')
  for (;;) {
    const [rows, rare] = await page
    const last = rows.at(-1)
    if (!last) return
    // Prefetches the next page while this one is encoded and sent.
    page = rows.length < PAGE_SIZE ? Promise.resolve([[], []]) : readPage(address, last.id)
    page.catch(() => {})
    const unsent = rows.filter(({ id }) => !sentIds.has(id))
    if (unsent.length > 0) yield createPart(unsent, byId(rare))
  }
}

const commonColumns = [
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
const rareColumns = [
  ...usageNames,
  'first_token_at',
  'element',
  'cost_nanos',
  'cost_input_nanos',
  'cost_output_nanos',
  'price_id',
  'error',
] as const

type CommonColumns = Pick<SpanRow, (typeof commonColumns)[number]>
type RareColumns = Pick<SpanRow, 'id' | (typeof rareColumns)[number]>
type RareColumnsById = ReadonlyMap<string, RareColumns>

const byId = (rows: readonly RareColumns[]): RareColumnsById =>
  new Map(rows.map((row) => [row.id, row]))

const selectSpans = ({ db, workspaceId, id }: TraceAddress) =>
  db.selectFrom('spans').where('workspace_id', '=', workspaceId).where('trace_id', '=', id)

const readHead = async (address: TraceAddress): Promise<(CommonColumns & RareColumns)[]> =>
  await selectSpans(address)
    .select([...commonColumns, ...rareColumns])
    .orderBy('started_at')
    .orderBy('id')
    .limit(HEAD_SIZE)
    .execute()

const readPage = async (
  address: TraceAddress,
  after: string,
): Promise<[CommonColumns[], RareColumns[]]> => {
  const rows = await selectSpans(address)
    .select(commonColumns)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  return [rows, first && last ? await readRare(address, first.id, last.id) : []]
}

const readRare = async (
  address: TraceAddress,
  first: string,
  last: string,
): Promise<RareColumns[]> =>
  await selectSpans(address)
    .select(['id', ...rareColumns])
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
const toBareSpan = (row: CommonColumns, rare: RareColumns | undefined): Omit<Span, 'traceId'> => ({
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
  usage: rare ? readUsage(rare) : null,
  cost: rare ? readCost(rare) : null,
  error: fromJsonOrNull(rare?.error ?? null),
  tags: row.tags === '[]' ? noTags : fromJson(row.tags),
  payloadBytes: row.payload_bytes,
})

const noTags: string[] = []
