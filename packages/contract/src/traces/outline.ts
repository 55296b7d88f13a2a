import * as z from 'zod'
import { Id } from '../common.ts'
import { RunError } from '../errors.ts'
import { Span } from './spans.ts'

/** Properties that many spans of a trace share. */
export const OutlineEntry = Span.pick({
  kind: true,
  name: true,
  node: true,
  status: true,
  model: true,
  provider: true,
  tags: true,
})
export type OutlineEntry = z.infer<typeof OutlineEntry>

const count = z.int().nonnegative()
/** Index of a span in this part. */
const row = count

/** An id at its first use, then its number among all ids so far. */
const NumberedId = z.union([count, Id])

/**
 * Spans in columns. Looks and ids are numbered from 0 across all parts, a span's own id before its
 * parent's.
 */
export const OutlineSpans = z.object({
  entries: z.array(OutlineEntry),
  ids: z.array(NumberedId),
  parents: z.array(NumberedId.nullable()),
  entry: z.array(count),
  /** Microseconds after the start of the trace. Negative if clocks differ. */
  starts: z.array(z.int()),
  /** Microseconds. Null while the span runs. */
  lengths: z.array(z.int().nullable()),
  supersteps: z.array(z.int().nullable()),
  payloadBytes: z.array(count),
  /** Microseconds after the start of the span. */
  firstTokens: z.array(z.tuple([row, z.int()])),
  /**
   * Input, output, cachedRead, cachedWrite, reasoning, audio; then audioInput, audioOutput,
   * audioCached, cachedWrite1h and unattributed, which are null if not reported.
   */
  usages: z.array(
    z.tuple([
      row,
      count,
      count,
      count,
      count,
      count,
      count,
      count.nullable(),
      count.nullable(),
      count.nullable(),
      count.nullable(),
      count.nullable(),
    ]),
  ),
  /** Nano-dollars: total, input and output. Then the id of the price. */
  costs: z.array(
    z.tuple([row, count.nullable(), count.nullable(), count.nullable(), z.string().nullable()]),
  ),
  elements: z.array(z.tuple([row, z.string()])),
  errors: z.array(z.tuple([row, RunError])),
})
export type OutlineSpans = z.infer<typeof OutlineSpans>
