import type { Known } from './fold-spans.ts'
import type { TraceRow } from './fold-trace.ts'
import type { Corrected } from '../metrics/rollup-rows.ts'
import type { SpanRow } from './span-row.ts'
import { spendingNames } from '../metrics/spending.ts'
import { usageNames } from './usage-columns.ts'

/** Of what was counted already, that which now says otherwise: a call that came after its root, usage after its end. */
export function correctedBy(known: Known, { traces, spans }: Known): Corrected {
  const corrected: { spans: Corrected['spans'][number][]; traces: Corrected['traces'][number][] } =
    { spans: [], traces: [] }
  for (const [key, after] of spans) {
    const before = known.spans.get(key)
    const trace = traces.get(after.trace_id)
    if (before && trace && before.ended_at !== null && spanDiffers(before, after))
      corrected.spans.push({ before, after, trace })
  }
  for (const [id, after] of traces) {
    const before = known.traces.get(id)
    if (
      before &&
      before.root_id !== null &&
      before.ended_at !== null &&
      traceDiffers(before, after)
    )
      corrected.traces.push({ before, after })
  }
  return corrected
}

const spanDiffers = (before: SpanRow, after: SpanRow): boolean =>
  COUNTED_OF_SPANS.some((name) => before[name] !== after[name])

const traceDiffers = (before: TraceRow, after: TraceRow): boolean =>
  COUNTED_OF_TRACES.some((name) => before[name] !== after[name])

const TIMES = ['started_at', 'ended_at', 'first_token_at', 'status'] as const
const COUNTED_OF_SPANS = [
  ...TIMES,
  ...usageNames,
  'cost_nanos',
  'cost_input_nanos',
  'cost_output_nanos',
  'kind',
  'name',
  'node',
  'model',
  'tags',
] as const
const COUNTED_OF_TRACES = [
  ...TIMES,
  ...spendingNames,
  'agent_id',
  'version',
  'project_id',
  'environment',
  'waited_micros',
  'waited_before_token_micros',
] as const
