import type { Cell, ComparisonDetail, ComparisonPlan, Json } from '@lathe/contract'
import { namesOf } from '@lathe/verdicts'

export type ExportRow = Record<string, Json>

/** One row a cell, with what was asked and how it was judged, case by case. */
export async function exportRows({
  plan,
  grid,
}: Pick<ComparisonDetail, 'plan' | 'grid'>): Promise<ExportRow[]> {
  const { saidIn } = await import('@lathe/evaluators')
  const names = namesOf(plan.variants)
  const checks = columnsOf(plan)
  const rows = new Map(plan.cases.map((row) => [row.key, row]))
  return inOrder(plan, grid).map((cell) => {
    const row = rows.get(cell.case)
    return {
      variant: names.get(cell.variant) ?? cell.variant,
      case: row?.name || cell.case,
      repeat: cell.repeat + 1,
      status: cell.status,
      input: row?.input ?? null,
      expected: row?.reference ?? null,
      output: cell.status === 'success' ? saidIn(cell.output) : '',
      calls: cell.calls.length === 0 ? null : cell.calls,
      error: cell.error?.message ?? '',
      refused: cell.isRefused,
      latencyMs: cell.latencyMs,
      inputTokens: cell.usage?.input ?? null,
      outputTokens: cell.usage?.output ?? null,
      // Empty where it is not known, which is not 0.
      costDollars: cell.cost === null ? null : cell.cost / 1e9,
      knownCostDollars: cell.usage === null ? null : cell.pricedCost / 1e9,
      unpricedCalls: cell.usage === null ? null : cell.unpriced,
      trace: cell.runId,
      ...judged(checks, cell),
    }
  })
}

const OWN = new Set([
  'variant',
  'case',
  'repeat',
  'status',
  'input',
  'expected',
  'output',
  'calls',
  'error',
  'refused',
  'latencyMs',
  'inputTokens',
  'outputTokens',
  'costDollars',
  'knownCostDollars',
  'unpricedCalls',
  'trace',
])

/** A column of each check by its key; one that is called like another column says that it is a check. */
function columnsOf({ checks }: Pick<ComparisonPlan, 'checks'>): ReadonlyMap<string, string> {
  const names = checks.map(({ key, name }) => {
    return { key, name: OWN.has(name) ? `check ${name}` : name }
  })
  return namesOf(names)
}

function judged(checks: ReadonlyMap<string, string>, cell: Cell): ExportRow {
  const said = [...checks].flatMap(([key, name]): [string, Json][] => {
    const evaluation = cell.evaluations[key]
    if (!evaluation) return []
    const verdict = evaluation.status === 'scored' ? evaluation.score : evaluation.status
    return [
      [name, verdict],
      [`${name}: reason`, evaluation.reason],
    ]
  })
  return Object.fromEntries(said)
}

function inOrder({ variants, cases }: ComparisonPlan, grid: readonly Cell[]): Cell[] {
  const places = (list: readonly { key: string }[]) =>
    new Map(list.map(({ key }, index) => [key, index]))
  const [columns, rows] = [places(variants), places(cases)]
  const place = (among: ReadonlyMap<string, number>, key: string) => among.get(key) ?? 0
  return grid.toSorted(
    (a, b) =>
      place(rows, a.case) - place(rows, b.case) ||
      place(columns, a.variant) - place(columns, b.variant) ||
      a.repeat - b.repeat,
  )
}
