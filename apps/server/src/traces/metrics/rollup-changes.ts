import type { Insertable } from 'kysely'
import { toJson } from '../../platform/db/json.ts'
import type { RollupsTable } from '../../platform/db/tables/traces.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { countsAsRun, spanDimensions, runDimensions } from './rollup-rows.ts'
import type { RepricedSpan } from '../store/reprice-spans.ts'
import { addSpending, noSpending, spanSpending } from './spending.ts'

export type RepricedTrace = { trace: TraceRow; spans: readonly RepricedSpan[] }

/** Returns what to add to the rollups after repricing. Counts stay. */
export function rollupChanges(traces: readonly RepricedTrace[]): Insertable<RollupsTable>[] {
  const changes = new Map<string, Insertable<RollupsTable>>()
  const add = (dimensions: ReturnType<typeof spanDimensions>, spans: readonly RepricedSpan[]) => {
    const key = Object.values(dimensions).join('\n')
    const change = changes.get(key) ?? { ...dimensions, ...noChange }
    changes.set(key, spans.reduce(addRepricing, change))
  }
  for (const { trace, spans } of traces) {
    for (const span of spans) add(spanDimensions('model', span.after, trace), [span])
    if (trace.ended_at !== null && countsAsRun(trace)) add(runDimensions(trace), spans)
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const addRepricing = (row: Insertable<RollupsTable>, { before, after }: RepricedSpan) =>
  addSpending(addSpending(row, spanSpending(after)), spanSpending(before), -1)

const noChange = { ...noSpending, count: 0, latency: toJson({}), first_token: toJson({}) }
