import { randomInt } from 'node:crypto'
import { anyMetadata, anyText, isSaidRarely, RARE_WORD, uuid7 } from './langsmith-batches.ts'

/** The content of a span without a protocol. */
export type RawSpan = {
  id: string
  trace: string
  parent: string | null
  name: string
  model: string | null
  status: string
  tokens: number
  /** Key and value of its search labels. */
  labels: [string, string][]
  startedAt: number
  endedAt: number
  input: string
  output: string
}

const SPANS = 10

/** Creates spans of the same shape and size as `traceBatch`, with their labels. */
export function rawBatch(spans: number, agoMs: number): RawSpan[] {
  const batch: RawSpan[] = []
  while (batch.length < spans) {
    const trace = uuid7()
    const start = Date.now() - Math.floor(Math.random() * agoMs)
    for (let index = 0; index < SPANS; index++) {
      const isRoot = index === 0
      const startedAt = (start + index * 20) * 1_000
      const kind = isRoot ? 'chain' : (['tool', 'llm', 'chain'][index % 3] ?? 'chain')
      const name = kind === 'llm' ? 'ChatOpenAI' : `${kind}-${index}`
      const model = kind === 'llm' ? 'gpt-5-mini' : null
      const isError = isRoot && randomInt(20) === 0
      batch.push({
        id: isRoot ? trace : uuid7(),
        trace,
        parent: isRoot ? null : trace,
        name,
        model,
        status: isError ? 'error' : 'success',
        tokens: model === null ? 0 : randomInt(2_000),
        labels: labelsOf({ isRoot, isError, kind, name, model }),
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

function labelsOf(span: {
  isRoot: boolean
  isError: boolean
  kind: string
  name: string
  model: string | null
}): [string, string][] {
  const labels: [string, string][] = []
  if (span.isRoot) labels.push(['tag', randomInt(100) === 0 ? 'rare' : 'common'])
  if (span.isRoot) labels.push(['name', span.name], ...Object.entries(anyMetadata()))
  if (span.isError) labels.push(['error', 'Error'])
  if (span.kind === 'tool') labels.push(['tool', span.name])
  if (span.model !== null) labels.push(['model', span.model])
  return labels
}

/** The 5 % wide bucket of a duration in microseconds. */
export const bucketOf = (micros: number) =>
  Math.floor(Math.log(Math.max(1, micros)) / Math.log(1.05))
