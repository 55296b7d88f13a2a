import * as z from 'zod'
import { Id } from './common.ts'
import { RunError } from './errors.ts'
import { Span } from './spans.ts'

/** What many spans of a trace have in common. */
export const SkeletonLook = Span.pick({
  kind: true,
  name: true,
  node: true,
  status: true,
  model: true,
  provider: true,
  tags: true,
})
export type SkeletonLook = z.infer<typeof SkeletonLook>

const count = z.int().nonnegative()
/** Place of a span in this part. */
const row = count

/** An id where it is first named, and from then on its number among all that were named. */
const Named = z.union([count, Id])

/** Spans by columns. Looks and ids are numbered from 0 on through all parts, a span's own id before its parent's. */
export const SkeletonSpans = z.object({
  looks: z.array(SkeletonLook),
  ids: z.array(Named),
  parents: z.array(Named.nullable()),
  look: z.array(count),
  /** Microseconds after the trace's start, which may be negative where clocks differ. */
  starts: z.array(z.int()),
  /** Microseconds; null while it runs. */
  lengths: z.array(z.int().nullable()),
  supersteps: z.array(z.int().nullable()),
  payloadBytes: z.array(count),
  /** Microseconds after its own start. */
  firstTokens: z.array(z.tuple([row, z.int()])),
  /** Input, output, cachedRead, cachedWrite, reasoning, audio; then audioInput, audioOutput, audioCached, cachedWrite1h and unattributed, null if not reported. */
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
  /** Nano-dollars: total, input, output; the price. */
  costs: z.array(
    z.tuple([row, count.nullable(), count.nullable(), count.nullable(), z.string().nullable()]),
  ),
  elements: z.array(z.tuple([row, z.string()])),
  errors: z.array(z.tuple([row, RunError])),
})
export type SkeletonSpans = z.infer<typeof SkeletonSpans>
