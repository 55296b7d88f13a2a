import { randomInt } from 'node:crypto'
import { anyText, isSaidRarely, RARE_WORD, uuid7 } from './langsmith-batches.ts'

/** What a span comes to, without a protocol around it. */
export type RawSpan = {
  id: string
  trace: string
  parent: string | null
  name: string
  model: string | null
  status: string
  tag: string | null
  startedAt: number
  endedAt: number
  input: string
  output: string
}

const SPANS = 10

/** As many spans of the same shape and size as `traceBatch` makes. */
export function rawBatch(spans: number, agoMs: number): RawSpan[] {
  const batch: RawSpan[] = []
  while (batch.length < spans) {
    const trace = uuid7()
    const start = Date.now() - Math.floor(Math.random() * agoMs)
    for (let index = 0; index < SPANS; index++) {
      const isRoot = index === 0
      const startedAt = (start + index * 20) * 1_000
      batch.push({
        id: isRoot ? trace : uuid7(),
        trace,
        parent: isRoot ? null : trace,
        name: `step-${index}`,
        model: index % 3 === 1 ? 'gpt-5-mini' : null,
        status: isRoot && randomInt(20) === 0 ? 'error' : 'success',
        tag: isRoot ? (randomInt(100) === 0 ? 'rare' : 'common') : null,
        startedAt,
        endedAt: startedAt + randomInt(2_000_000),
        input: JSON.stringify({
          input: anyText(),
          note: isRoot && isSaidRarely() ? RARE_WORD : '',
        }),
        output: JSON.stringify({ output: anyText() }),
      })
    }
  }
  return batch
}

/** The 5 % wide bucket of a duration in microseconds. */
export const bucketOf = (micros: number) =>
  Math.floor(Math.log(Math.max(1, micros)) / Math.log(1.05))
