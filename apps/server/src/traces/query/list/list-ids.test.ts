import { parseFilter } from '@lathe/traces'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { MAX_FOUND_SPANS } from '../../../platform/db/texts/text-index.ts'
import { appendSpans } from '../../store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../store/span.fixture.ts'
import { countFacets } from './facets.ts'
import { countOverTime } from './histogram.ts'
import { listTraces, type TracePage } from './list-traces.ts'

const w = DEFAULT_WORKSPACE
const MINUTE = ms(60_000)
const SPANS = 8
const TRACES = MAX_FOUND_SPANS / SPANS + 100
/** Traces per ingest batch. */
const BATCH = 25

function makeTrace(number: number) {
  const startedAt = NOON - number * MINUTE
  const root = makeSpan({
    startedAt,
    endedAt: startedAt + ms(1_000),
    inputs: { word: number === 50 ? 'parcel' : 'refund' },
    tags: number % 100 === 50 ? ['rare'] : [],
  })
  const steps = Array.from({ length: SPANS - 1 }, () =>
    makeSpan({ ...root, id: makeSpan().id, parentId: root.id }),
  )
  return [root, ...steps]
}

describe.each(engines)('search terms that match more spans than are looked up, on %s', (engine) => {
  const db = openedFor(engine)
  /** Newest first. One in the middle lacks the word. */
  const traceIds: string[] = []

  const filtered = (filter: string) => ({ terms: parseFilter(filter).terms })
  const listed = async (filter: string, page: Omit<TracePage, 'terms'>) => {
    const found = await listTraces(db(), w, { ...filtered(filter), ...page })
    return { at: found?.items.map(({ id }) => traceIds.indexOf(id)), next: found?.next }
  }

  beforeAll(async () => {
    // Newest first, so that they are the last to be found among recent rows.
    const traces = Array.from({ length: TRACES }, (_, number) => makeTrace(number))
    traceIds.push(...traces.flatMap(([root]) => root?.traceId ?? []))
    for (let from = 0; from < TRACES; from += BATCH)
      await appendSpans(db(), w, traces.slice(from, from + BATCH).flat())
    await db().texts.settled()
  }, 120_000)

  /** Pages through the list to its end. */
  const walked = async (filter: string) => {
    const all: number[] = []
    for (let before: string | null | undefined; before !== null;) {
      const page = await listed(filter, { limit: 90, before })
      all.push(...(page.at ?? []))
      before = page.next ?? null
    }
    return all
  }

  test('finds frequent terms in list order across pages', async () => {
    expect(await walked('text:refund')).toEqual(
      [...traceIds.keys()].filter((number) => number !== 50),
    )
  })

  test('finds frequent terms when paging back', async () => {
    const { next } = await listed('text:refund', { limit: 55 })

    expect(await listed('text:refund', { limit: 5, after: next ?? '' })).toMatchObject({
      at: [49, 51, 52, 53, 54],
    })
  })

  test('frequent search terms combine with other conditions and with negation', async () => {
    const within = { from: NOON - 52 * MINUTE, to: NOON - 48 * MINUTE }

    expect(await listed('text:refund', { limit: 9, ...within })).toEqual({
      at: [49, 51, 52],
      next: null,
    })
    expect(await listed('text:refund tag:rare', { limit: 2 })).toMatchObject({ at: [150, 250] })
    expect(await walked('-text:refund')).toEqual([50])
    const rare = [...traceIds.keys()].filter((number) => number % 100 === 50)
    expect(await walked('NOT text:refund OR tag:rare')).toEqual(rare)
    expect(await walked('(tag:rare text:refund) OR text:parcel')).toEqual(rare)
    expect(await walked('NOT (text:refund OR tag:other)')).toEqual([50])
    expect(await walked('tag:rare NOT (text:refund AND latency:<1h)')).toEqual([50])
  })

  test('a search for frequent terms stops when the request is aborted', async () => {
    const search = { ...filtered('-text:refund'), limit: 9 }

    const page = await listTraces(db(), w, search, AbortSignal.abort())

    expect(page?.items.map(({ id }) => traceIds.indexOf(id))).toEqual([50])
    expect(page?.next).not.toBeNull()
  })

  test('counts frequent terms up to a limit and reports it', async () => {
    const few = { ...filtered('text:refund'), from: NOON - 52 * MINUTE }
    const count = async (filter: typeof few | ReturnType<typeof filtered>) => {
      const { bars, isPartial } = await countOverTime(db(), w, filter, 1)
      return { counted: bars.reduce((sum, bar) => sum + bar.count, 0), isPartial }
    }

    expect(await count(filtered('text:refund'))).toEqual({ counted: 1_000, isPartial: true })
    expect(await count(few)).toEqual({ counted: 52, isPartial: false })
    expect(await countFacets(db(), w, few)).toMatchObject({ counted: 52, isPartial: false })
  })
})
