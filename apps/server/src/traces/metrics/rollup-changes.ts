import type { Insertable } from 'kysely'
import { toJson } from '../../platform/db/json.ts'
import type { RollupsTable } from '../../platform/db/tables/traces.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { countsAsRun, dimensionsOf, runDimensionsOf } from './rollup-rows.ts'
import type { RepricedSpan } from '../store/reprice-spans.ts'
import { addSpending, noSpending, spendingOf } from './spending.ts'

export type RepricedTrace = { trace: TraceRow; spans: readonly RepricedSpan[] }

/** Returns what to add to the rollups after repricing. Counts stay. */
export function rollupChanges(traces: readonly RepricedTrace[]): Insertable<RollupsTable>[] {
  const changes = new Map<string, Insertable<RollupsTable>>()
  const add = (dimensions: ReturnType<typeof dimensionsOf>, spans: readonly RepricedSpan[]) => {
    const key = Object.values(dimensions).join('\n')
    const known = changes.get(key) ?? { ...dimensions, ...nothing }
    changes.set(key, spans.reduce(addChange, known))
  }
  for (const { trace, spans } of traces) {
    for (const span of spans) add(dimensionsOf('model', span.after, trace), [span])
    if (trace.ended_at !== null && countsAsRun(trace)) add(runDimensionsOf(trace), spans)
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const addChange = (row: Insertable<RollupsTable>, { before, after }: RepricedSpan) =>
  addSpending(addSpending(row, spendingOf(after)), spendingOf(before), -1)

const nothing = { ...noSpending, count: 0, latency: toJson({}), first_token: toJson({}) }
