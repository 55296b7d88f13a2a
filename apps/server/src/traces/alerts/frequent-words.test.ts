import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan, NOON } from '../store/span.fixture.ts'
import { MAX_FOUND_SPANS } from '../../platform/db/texts/text-index.ts'
import { engines, openedFor } from '../../testing/databases.ts'
import { endedTrace, failedTrace, MINUTE } from './alerts.fixture.ts'
import { readIntervalStats } from './interval-stats.store.ts'

const w = DEFAULT_WORKSPACE
const STEPS = 250
/** Traces stored last but dated earlier, with as many spans as a lookup returns. */
const OTHERS = MAX_FOUND_SPANS / STEPS + 1

/** A trace that ended in this minute after noon, whose steps contain a text. */
function traceAt(minute: number, said: string, steps: number, status = {}) {
  const root = makeSpan({ ...endedTrace(minute * MINUTE), ...status })
  const rest = Array.from({ length: steps }, () =>
    makeSpan({
      ...endedTrace(minute * MINUTE),
      traceId: root.traceId,
      parentId: root.id,
      name: said,
    }),
  )
  return [root, ...rest]
}

describe.each(engines)('search terms that match very many spans, on %s', (engine) => {
  const db = openedFor(engine)
  const pieces = async (filter: string) => {
    const rule = { filter, measure: 'error-rate' as const, feedbackKey: null }
    const from = NOON
    const read = await readIntervalStats(db(), w, rule, {
      from,
      to: from + 3 * MINUTE,
      width: MINUTE,
    })
    return [0, 1, 2].map((at) => [read.get(at)?.count ?? 0, read.get(at)?.errors ?? 0])
  }

  beforeAll(async () => {
    const watched = [
      traceAt(0, 'refund', 1),
      traceAt(0, 'refund', 1, failedTrace),
      traceAt(1, 'parcel', 1, failedTrace),
      traceAt(2, 'refund', 1, failedTrace),
    ]
    for (const spans of watched) await appendSpans(db(), w, spans)
    for (let other = 0; other < OTHERS; other++)
      await appendSpans(db(), w, traceAt(-60, 'refund', STEPS))
    await db().texts.settled()
  }, 120_000)

  test.each([
    [
      'refund',
      [
        [2, 1],
        [0, 0],
        [1, 1],
      ],
    ],
    [
      '-refund',
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    ],
    [
      'refund status:success',
      [
        [1, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'parcel',
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  ])(
    'evaluates frequent search terms, however many traces came later: %s',
    async (filter, told) => {
      expect(await pieces(filter)).toEqual(told)
    },
  )
})
