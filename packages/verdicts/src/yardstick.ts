import type { Cell, ComparisonCheck } from '@lathe/contract'
import type { Measure, Outcome } from '@lathe/stats'
import { areTimedAlike } from './timed-alike.ts'

/** By what variants are compared: all checks together, one of them, or what a run takes. */
export type Yardstick = {
  id: string
  name: string
  measure: Measure
  /** Keys of those that are judged by together. */
  checks?: readonly string[]
  /** Of one output against another. */
  isPairwise?: boolean
}

export const ALL_CHECKS = 'checks'

const spent: Yardstick[] = [
  { id: 'latency', name: 'Latency', measure: 'latency' },
  { id: 'cost', name: 'Cost', measure: 'cost' },
  { id: 'tokens', name: 'Tokens', measure: 'tokens' },
]

const measureOf = ({ evaluator }: ComparisonCheck): Measure => {
  if (evaluator.kind === 'pairwise') return 'score'
  if (evaluator.kind === 'similarity') return evaluator.atLeast === undefined ? 'score' : 'pass'
  return 'gives' in evaluator && evaluator.gives === 'score' ? 'score' : 'pass'
}

const ofCheck = (check: ComparisonCheck): Yardstick => ({
  id: `check:${check.key}`,
  name: check.name,
  measure: measureOf(check),
  isPairwise: check.evaluator.kind === 'pairwise',
})

/** The first is judged by where nobody says by what. */
export function yardsticksOf(checks: readonly ComparisonCheck[]): Yardstick[] {
  // A person judges some of the cells, and when there is time: the others do not wait for that.
  const asked = checks.filter(({ evaluator }) => evaluator.kind !== 'human')
  const judged = [...asked, ...checks.filter((check) => !asked.includes(check))].map(ofCheck)
  const passing = asked.filter((check) => measureOf(check) === 'pass').map(({ key }) => key)
  const name = asked.length < checks.length ? 'All but human' : 'All checks'
  const together: Yardstick[] =
    passing.length > 1 ? [{ id: ALL_CHECKS, name, measure: 'pass', checks: passing }] : []
  return [...together, ...judged, ...spent]
}

/** What a cell comes to by a yardstick; undefined while it is not known. */
export function outcomeOf(cell: Cell, yardstick: Yardstick): Outcome | undefined {
  const { id, measure, checks } = yardstick
  if (cell.status === 'error') return isRefusal(cell, yardstick) ? 0 : 'error'
  if (cell.status !== 'success') return undefined
  if (id === ALL_CHECKS) return together(cell, checks)
  // What a tape answered took no time and no money.
  if ((measure === 'latency' || measure === 'cost') && (cell.tape?.served ?? 0) > 0)
    return undefined
  if (measure === 'latency') return cell.latencyMs ?? undefined
  if (measure === 'cost') return cell.cost === null ? undefined : cell.cost / 1e9
  if (measure === 'tokens') return cell.usage ? cell.usage.input + cell.usage.output : undefined
  return verdictOf(cell, id.slice('check:'.length))
}

/** As `outcomeOf` of each cell of a case, and `timed-apart` where they took their time under another load than the baseline's of that case. */
export function outcomesBeside(
  cells: readonly Cell[],
  baseline: readonly Cell[],
  yardstick: Yardstick,
): (Outcome | undefined)[] {
  const isTimed = (cell: Cell) => typeof outcomeOf(cell, yardstick) === 'number'
  const areApart =
    yardstick.measure === 'latency' &&
    !areTimedAlike(cells.filter(isTimed), baseline.filter(isTimed))
  return cells.map((cell) =>
    areApart && isTimed(cell) ? 'timed-apart' : outcomeOf(cell, yardstick),
  )
}

/** A model that will not answer in the form it is asked for has failed: the run is sound, and to leave it out would favour who refuses what is hard. */
const isRefusal = ({ error }: Cell, { measure, isPairwise }: Yardstick): boolean =>
  error?.code === 'REFUSED' && (measure === 'pass' || measure === 'score') && !isPairwise

function verdictOf({ evaluations }: Cell, key: string): Outcome {
  const evaluation = evaluations[key]
  if (!evaluation || evaluation.status === 'undecided') return 'no-verdict'
  if (evaluation.status === 'scored') return evaluation.score
  return evaluation.status === 'passed' ? 1 : 0
}

/** Open until every check has decided: were a fail to count before, only fails would while judges are at work. */
function together({ evaluations }: Cell, checks: Yardstick['checks']): Outcome {
  const statuses = (checks ?? Object.keys(evaluations)).map(
    (key) => evaluations[key]?.status ?? 'undecided',
  )
  if (statuses.includes('undecided')) return 'no-verdict'
  if (statuses.includes('failed')) return 0
  return statuses.includes('passed') ? 1 : 'no-verdict'
}
