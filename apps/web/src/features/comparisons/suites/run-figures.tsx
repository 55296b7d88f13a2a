import type { SuiteRun } from '@lathe/contract'
import { formatDuration } from '../../../lib/format.ts'
import { Spent } from '../../../ui/quantities.tsx'
import { historyPoints, spentPerRun } from './history-points.ts'

type Told = NonNullable<SuiteRun['verdict']>
type FigureProps = { run: SuiteRun }

/** By what a run was judged: its own level, or its baseline's. */
export function Level({
  run,
  of,
  format,
}: FigureProps & { of: 'level' | 'baseline'; format: (value: number | null) => string }) {
  const [point] = historyPoints([run])
  const level = point?.[of] ?? null
  return level === null ? <None why={whyNot(run, () => UNDECIDED)} /> : format(level)
}

export function TypicalLatency({ run }: FigureProps) {
  const { verdict } = run
  const p50 = verdict?.figures.latencyP50 ?? null
  return p50 === null ? <None why={whyNot(run, whyUntimed)} /> : formatDuration(p50)
}

export function CostOfRun({ run }: FigureProps) {
  const { verdict } = run
  const spent = verdict && spentPerRun(verdict.figures)
  if (!spent || (spent.cost === null && spent.unpriced === 0))
    return <None why={whyNot(run, whyUnpriced)} />
  return <Spent spent={spent} />
}

/** A dash says why it is one. */
const None = ({ why }: { why: string }) => <span title={why}>—</span>

const UNDECIDED = 'No check decided on any of its cases'
const UNFINISHED = 'None of its runs came to an end'

function whyNot({ verdict, status }: SuiteRun, why: (verdict: Told) => string): string {
  if (verdict) return why(verdict)
  return status === 'running' ? 'It is still running' : 'It ended before it could be judged'
}

const whyUntimed = ({ figures }: Told): string =>
  figures.finished === 0 ? UNFINISHED : 'Its runs were not timed: a batch or a tape answered them'

/** What was kept before calls of unknown cost were counted says of them only that there were some. */
const whyUnpriced = ({ figures }: Told): string =>
  figures.finished === 0
    ? UNFINISHED
    : 'The price of a model was not known; of how many calls, a verdict this old does not say'
