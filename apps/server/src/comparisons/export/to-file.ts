import {
  type Cell,
  type ComparisonDetail,
  type ComparisonExportFormat,
  type ComparisonPlan,
  type Evaluation,
  type Json,
  namedSentence,
} from '@lathe/contract'
import { caveats, uniqueNames, findPreference, type Metric, listMetrics } from '@lathe/verdicts'
import {
  FILE_TYPES,
  type FileRow,
  escapeMarkdown,
  renderRows,
} from '../../platform/http/render-rows.ts'

type Exported = Pick<ComparisonDetail, 'name' | 'plan' | 'grid' | 'latestVerdict'>

export async function toFile(detail: Exported, format: ComparisonExportFormat): Promise<File> {
  const rows = renderRows(await exportRows(detail), format)
  const text = format === 'md' ? `${heading(detail)}${rows}` : rows
  return new File([text], `${detail.name}.${format}`, { type: FILE_TYPES[format] })
}

/** Renders the verdicts and their warnings. */
function heading({ name, latestVerdict, plan, grid }: Exported): string {
  const verdicts = latestVerdict?.variants.map(namedSentence) ?? []
  const notes = verdicts.length > 0 ? caveats(plan, grid) : []
  const sentences = [...verdicts, ...notes].map((sentence) => `${escapeMarkdown(sentence)}\n\n`)
  return `# ${escapeMarkdown(name)}\n\n${sentences.join('')}`
}

/** Returns one row per cell with input, output and evaluations, ordered by case. */
async function exportRows({
  plan,
  grid,
}: Pick<ComparisonDetail, 'plan' | 'grid'>): Promise<FileRow[]> {
  const { answerText } = await import('@lathe/evaluators')
  const names = uniqueNames(plan.variants)
  const evaluators = evaluatorColumns(plan)
  const pairwise = pairwiseMetrics(plan)
  const rows = new Map(plan.cases.map((row) => [row.key, row]))
  return sortCells(plan, grid).map((cell) => {
    const row = rows.get(cell.case)
    return {
      variant: names.get(cell.variant) ?? cell.variant,
      case: row?.name || cell.case,
      repeat: cell.repeat + 1,
      status: cell.status,
      input: row?.input ?? null,
      expected: row?.reference ?? null,
      output: cell.status === 'success' ? answerText(cell.output) : '',
      calls: cell.calls.length === 0 ? null : cell.calls,
      error: cell.error?.message ?? '',
      refused: cell.isRefused,
      latencyMs: cell.latencyMs,
      inputTokens: cell.usage?.input ?? null,
      outputTokens: cell.usage?.output ?? null,
      // Unknown is empty, not 0.
      costDollars: cell.cost === null ? null : cell.cost / 1e9,
      knownCostDollars: cell.usage === null ? null : cell.pricedCost / 1e9,
      unpricedCalls: cell.usage === null ? null : cell.unpriced,
      trace: cell.runId,
      ...evaluationColumns(evaluators, cell),
      ...preferenceColumns(pairwise, evaluators, cell),
    }
  })
}

const CELL_COLUMNS = new Set([
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

/** Maps evaluator keys to column names. An evaluator named like another column gets a suffix. */
function evaluatorColumns({
  evaluators,
}: Pick<ComparisonPlan, 'evaluators'>): ReadonlyMap<string, string> {
  const names = evaluators.map(({ key, name }) => {
    return { key, name: CELL_COLUMNS.has(name) ? `check ${name}` : name }
  })
  return uniqueNames(names)
}

function evaluationColumns(evaluators: ReadonlyMap<string, string>, cell: Cell): FileRow {
  const columns = [...evaluators].flatMap(([key, name]): [string, Json][] => {
    const evaluation = cell.evaluations[key]
    if (!evaluation) return []
    return [
      [name, formatEvaluation(evaluation)],
      [`${name}: reason`, evaluation.reason],
    ]
  })
  return Object.fromEntries(columns)
}

function formatEvaluation(evaluation: Evaluation): string | number {
  if (evaluation.status === 'scored') return evaluation.score
  return evaluation.status === 'undecided' ? 'no verdict' : evaluation.status
}

type Pairwise = { metrics: readonly Metric[]; baseline: string; names: Names }
type Names = ReadonlyMap<string, string>

const pairwiseMetrics = ({ variants, evaluators }: ComparisonPlan): Pairwise => ({
  metrics: listMetrics(evaluators).filter(({ isPairwise }) => isPairwise),
  baseline: variants[0]?.key ?? '',
  names: uniqueNames(variants),
})

/**
 * Returns, per pairwise evaluator, the name of the preferred side, `tie` or `no verdict`. Empty for
 * the baseline.
 */
function preferenceColumns(
  { metrics, baseline, names }: Pairwise,
  evaluators: Names,
  cell: Cell,
): FileRow {
  if (cell.variant === baseline) return {}
  return Object.fromEntries(
    metrics.map((metric) => {
      const choice = findPreference([cell], metric)
      const sides = { variant: names.get(cell.variant), baseline: names.get(baseline) }
      const side = choice === 'variant' || choice === 'baseline' ? sides[choice] : choice
      return [
        `${evaluators.get(metric.id.slice('evaluator:'.length)) ?? ''}: preferred`,
        side ?? null,
      ]
    }),
  )
}

function sortCells({ variants, cases }: ComparisonPlan, grid: readonly Cell[]): Cell[] {
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
