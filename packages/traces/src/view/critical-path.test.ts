import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { spanRange } from '../timeline.ts'
import { buildTree } from '../tree.ts'
import { criticalPath, totalLength, partsBySpan, waitedTime } from './critical-path.ts'

type Named = { name: string; at: [number, number | null]; in?: string }

const spansOf = (given: readonly Named[]) =>
  given.map(({ name, at: [startedAt, endedAt], in: parent }) =>
    makeSpan({
      id: name,
      name,
      startedAt,
      endedAt,
      parentId: parent ?? null,
      status: endedAt === null ? 'running' : 'success',
    }),
  )

function pathOf(given: readonly Named[], now = 0) {
  const spans = spansOf(given)
  return criticalPath(buildTree(spans), spanRange(spans, now), now)
}

const told = (given: readonly Named[], now?: number) =>
  pathOf(given, now).map(({ spanId, from, to }) => `${spanId} ${from}–${to}`)

describe('the critical path', () => {
  test('follows the child that ended last, and otherwise the parent', () => {
    const given: Named[] = [
      { name: 'run', at: [0, 10_000] },
      { name: 'plan', in: 'run', at: [1_000, 4_000] },
      { name: 'answer', in: 'run', at: [5_000, 9_000] },
    ]

    expect(told(given)).toEqual([
      'run 0–1000',
      'plan 1000–4000',
      'run 4000–5000',
      'answer 5000–9000',
      'run 9000–10000',
    ])
  })

  test('takes the slower of parallel branches', () => {
    const given: Named[] = [
      { name: 'run', at: [0, 8_000] },
      { name: 'fast', in: 'run', at: [0, 3_000] },
      { name: 'slow', in: 'run', at: [0, 6_000] },
      { name: 'call', in: 'slow', at: [1_000, 6_000] },
      { name: 'join', in: 'run', at: [6_000, 8_000] },
    ]

    expect(told(given)).toEqual(['slow 0–1000', 'call 1000–6000', 'join 6000–8000'])
  })

  test('limits a child to the time of its parent', () => {
    const given: Named[] = [
      { name: 'run', at: [0, 5_000] },
      { name: 'stray', in: 'run', at: [4_000, 9_000] },
    ]

    expect(told(given)).toEqual(['run 0–4000', 'stray 4000–5000', 'null 5000–9000'])
  })

  test('running spans reach now', () => {
    const given: Named[] = [
      { name: 'run', at: [0, null] },
      { name: 'call', in: 'run', at: [2_000, null] },
    ]

    expect(told(given, 7_000)).toEqual(['run 0–2000', 'call 2000–7000'])
  })

  test('reports how long each span was awaited', () => {
    const parts = partsBySpan(
      pathOf([
        { name: 'run', at: [0, 10_000] },
        { name: 'plan', in: 'run', at: [1_000, 4_000] },
      ]),
    )

    expect([totalLength(parts.get('run')), totalLength(parts.get('plan'))]).toEqual([7_000, 3_000])
  })

  test('reports a gap between two roots', () => {
    const parts = partsBySpan(
      pathOf([
        { name: 'first', at: [0, 4_000] },
        { name: 'second', at: [9_000, 10_000] },
      ]),
    )

    expect(waitedTime(parts)).toBe(5_000)
  })

  test('descends a chain of 20,000 spans', () => {
    const given = Array.from({ length: 20_000 }, (_, depth): Named => ({
      name: String(depth),
      at: [depth, 100_000 - depth],
      ...(depth > 0 && { in: String(depth - 1) }),
    }))

    expect(pathOf(given)).toHaveLength(39_999)
  })
})

const anyTrace = fc.array(
  fc.record({
    startedAt: fc.integer({ min: 0, max: 5_000 }),
    length: fc.option(fc.integer({ min: 0, max: 5_000 })),
    parent: fc.integer({ min: -2, max: 30 }),
  }),
  { minLength: 1, maxLength: 30 },
)

test('splits any trace into contiguous parts that add up to its duration', () => {
  fc.assert(
    fc.property(anyTrace, (given) => {
      const now = 12_000
      const spans = given.map(({ startedAt, length, parent }, index) =>
        makeSpan({
          id: String(index),
          startedAt,
          endedAt: length === null ? null : startedAt + length,
          parentId: parent < 0 ? null : String(parent),
        }),
      )
      const range = spanRange(spans, now)

      const path = criticalPath(buildTree(spans), range, now)

      expect(totalLength(path)).toBe(range.to - range.from)
      expect([...path.map(({ from }) => from), range.to]).toEqual([
        range.from,
        ...path.map(({ to }) => to),
      ])
      const byId = new Map(spans.map((span) => [span.id, span]))
      for (const { spanId, from, to } of path) {
        const span = spanId === null ? undefined : byId.get(spanId)
        if (!span) continue
        expect(from).toBeGreaterThanOrEqual(span.startedAt)
        expect(to).toBeLessThanOrEqual(span.endedAt ?? now)
      }
    }),
  )
})
