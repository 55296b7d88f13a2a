import { listLeaves, parseFilter } from '@lathe/traces'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, openedFor } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../store/span.fixture.ts'
import { countFacets } from './facets.ts'
import { listTraces } from './list-traces.ts'

const w = DEFAULT_WORKSPACE
const TRACES = 48

/** Each property of a trace is independent of the others, so that every combination occurs. */
function makeTrace(number: number) {
  const has = (bit: number) => ((number >> bit) & 1) === 1
  return makeSpan({
    startedAt: NOON - number * ms(60_000),
    endedAt: NOON - number * ms(60_000) + (has(0) ? ms(9_000) : ms(500)),
    name: has(1) ? 'chat' : 'search',
    status: number % 3 === 0 ? 'error' : 'success',
    error: number % 3 === 0 ? { code: 'INTERNAL', message: 'No', retryable: false } : null,
    tags: [...(has(2) ? ['vip'] : []), ...(has(3) ? ['eu'] : [])],
    inputs: { text: has(4) ? 'a refund' : 'a parcel' },
    metadata: number % 5 === 0 ? {} : { customer: number % 2 === 0 ? 'acme' : 'umbrella' },
  })
}

const LEAVES = [
  'status:error',
  'tag:vip',
  'tag:eu',
  'tag:v*',
  'root:chat',
  'latency:>2s',
  'metadata.customer:umbrella',
  'metadata.customer:*',
  'refund',
  '"a parcel"',
  'error:INTERNAL',
  'pinned:true',
  'started:>=2026-11-20T12:00',
  'ttft:>1s',
  'cost:<1',
  'source:lathe',
]

type Tree = { text: string; isPassing: (passes: (leaf: string) => boolean) => boolean }

const leaf: fc.Arbitrary<Tree> = fc
  .constantFrom(...LEAVES)
  .map((text) => ({ text, isPassing: (passes) => passes(text) }))

/** Arbitrary filters with their expected meaning. */
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.tuple(fc.constantFrom('NOT ', '-'), tie('tree')).map(([not, one]) => ({
      text: `${not}(${one.text})`,
      isPassing: (passes: (leaf: string) => boolean) => !one.isPassing(passes),
    })),
    fc.tuple(tie('tree'), tie('tree'), fc.constantFrom(' AND ', ' ')).map(([a, b, and]) => ({
      text: `(${a.text})${and}(${b.text})`,
      isPassing: (passes: (leaf: string) => boolean) => a.isPassing(passes) && b.isPassing(passes),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
      text: `(${a.text} OR ${b.text})`,
      isPassing: (passes: (leaf: string) => boolean) => a.isPassing(passes) || b.isPassing(passes),
    })),
  ),
}))

describe.each(engines)('filters with groups on %s', (engine) => {
  const db = openedFor(engine)
  const traceIds: string[] = []

  const passing = async (filter: string) => {
    const { terms, problems } = parseFilter(filter)
    expect([filter, problems]).toEqual([filter, []])
    const found = await listTraces(db(), w, { terms, limit: TRACES })
    return new Set(found?.items.map(({ id }) => id))
  }

  beforeAll(async () => {
    const spans = Array.from({ length: TRACES }, (_, number) => makeTrace(number))
    traceIds.push(...spans.map(({ traceId }) => traceId))
    await appendSpans(db(), w, spans)
    await db()
      .insertInto('pinned_traces')
      .values(
        traceIds.slice(10, 20).map((trace_id) => ({ workspace_id: w, trace_id, pinned_at: 0 })),
      )
      .execute()
    await db().texts.settled()
  })

  test('filters with groups match exactly the traces that their conditions combine to', async () => {
    const byLeaf = new Map<string, Set<string>>()
    for (const text of LEAVES) byLeaf.set(text, await passing(text))
    const sizes = [...byLeaf.values()].map(({ size }) => size)
    expect(sizes.filter((size) => size > 0 && size < TRACES).length).toBeGreaterThan(10)

    await fc.assert(
      fc.asyncProperty(tree, async ({ text, isPassing }) => {
        const expected = traceIds.filter((id) =>
          isPassing((one) => byLeaf.get(one)?.has(id) ?? false),
        )

        expect([text, await passing(text)]).toEqual([text, new Set(expected)])
      }),
      { numRuns: 120 },
    )
  })

  test('drops a group from its facet only if all of its conditions use that facet', async () => {
    const count = async (filter: string, key: string) => {
      const { facets } = await countFacets(db(), w, { terms: parseFilter(filter).terms })
      const values = facets.find((facet) => facet.key === key)?.values ?? []
      return Object.fromEntries(values.map(({ value, count: times }) => [value, times]))
    }

    const mixed = 'status:error OR tag:vip'
    const both = await passing(mixed)
    const errors = await passing('status:error')
    expect(await count(mixed, 'status')).toEqual({
      error: errors.size,
      success: both.size - errors.size,
    })
    expect(await count('NOT (status:error OR status:running)', 'status')).toEqual({
      error: errors.size,
      success: TRACES - errors.size,
    })
  })

  test('filters with groups accept the maximum number of conditions', async () => {
    const many = Array.from({ length: 160 }, (_, n) => (n % 2 ? `tag:t${n}` : `latency:>${n}h`))
    const filter = [...many, 'tag:vip'].join(' OR ').slice(-1_999)
    const { terms } = parseFilter(`status:error OR ${filter.slice(filter.indexOf('OR ') + 3)}`)
    expect(listLeaves(terms).length).toBeGreaterThan(100)

    const found = await listTraces(db(), w, { terms, limit: TRACES })

    expect(found?.items).toHaveLength((await passing('status:error OR tag:vip')).size)
  })
})
