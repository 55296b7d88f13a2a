import { audioUsage, ZERO_USAGE, type RunError, OutlineSpans, type Span } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { createOutlineReader, createOutlineWriter } from './outline.ts'
import { makeSpan } from './testing.ts'

const startedAt = 1_780_000_000_000_000

const root = makeSpan({
  kind: 'agent',
  name: 'support',
  startedAt,
  endedAt: null,
  status: 'running',
})

const { traceId } = root

const call = makeSpan({
  parentId: root.id,
  kind: 'model',
  node: 'plan',
  element: 'order 7',
  superstep: 2,
  model: 'm',
  provider: 'p',
  startedAt: startedAt - 5,
  endedAt: startedAt + 40,
  firstTokenAt: startedAt + 10,
  usage: { ...ZERO_USAGE, input: 10, output: 4, reasoning: 1, ...audioUsage(3, 2), audioCached: 4 },
  cost: { total: 12, input: null, output: 2, priceId: 'price' },
  tags: ['seq:step:1'],
  payloadBytes: 900,
})

const { audioInput: _in, audioOutput: _out, ...untold } = ZERO_USAGE

/** The sender did not report whether the audio is input or output. */
const heard = makeSpan({ usage: { ...untold, input: 9, audio: 7 } })

const refused: RunError = { code: 'PROVIDER_ERROR', message: 'refused', retryable: false }

const failed = makeSpan({
  parentId: '0190a000-0000-7000-8000-ffffffffffff',
  status: 'error',
  error: refused,
  startedAt,
  endedAt: startedAt,
})

/** Converts spans to JSON and back, like a request. */
function sent(parts: readonly (readonly Span[])[]): Span[] {
  const write = createOutlineWriter(startedAt)
  const read = createOutlineReader({ id: traceId, startedAt })
  return parts.flatMap((spans) =>
    read(OutlineSpans.parse(JSON.parse(JSON.stringify(write(spans))))),
  )
}

describe('trace outlines', () => {
  test('an outline restores its spans, in one part or several, in any order', () => {
    expect(sent([[root, call, heard, failed]])).toEqual([root, call, heard, failed])
    expect(sent([[call], [failed], [root]])).toEqual([call, failed, root])
  })

  test('an outline has errors without their stack, shortened', () => {
    const long = { ...failed, error: { ...refused, message: 'x'.repeat(9_000), stack: 'at f' } }

    const [arrived] = sent([[long]])

    expect(arrived?.error).toEqual({ ...refused, message: `${'x'.repeat(500)}…` })
  })

  test('an outline takes at most 100 bytes per span if every tenth one calls a model', () => {
    const spans = Array.from({ length: 2_000 }, (_, index) =>
      makeSpan({
        parentId: root.id,
        name: `step ${index % 40}`,
        startedAt: startedAt + index * 1_234,
        endedAt: startedAt + index * 1_234 + 98_765,
        payloadBytes: 3_210,
        ...(index % 10 === 0 && {
          kind: 'model',
          model: 'gpt-5-mini',
          usage: { ...ZERO_USAGE, input: 12_345, output: 456 },
          cost: { total: 123_456, input: 100_000, output: 23_456, priceId: 'p'.repeat(36) },
        }),
      }),
    )

    const bytes = JSON.stringify(createOutlineWriter(startedAt)([root, ...spans])).length

    expect(bytes / spans.length).toBeLessThanOrEqual(100)
  })
})
