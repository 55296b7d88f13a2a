import type { SuiteRun } from '@lathe/contract'
import { formatDuration } from '../../../lib/format.ts'
import { Spent } from '../../../ui/quantities.tsx'
import { historyPoints, spentPerRun } from './history-points.ts'
import { whyUnknown } from './why-unknown.ts'

type FigureProps = { run: SuiteRun }

/** By what a run was judged: its own level, or its baseline's. */
export function Level({
  run,
  of,
  format,
}: FigureProps & { of: 'level' | 'baseline'; format: (value: number | null) => string }) {
  const [point] = historyPoints([run])
  const level = point?.[of] ?? null
  return level === null ? <None why={whyUnknown(run, of)} /> : format(level)
}

export function TypicalLatency({ run }: FigureProps) {
  const { verdict } = run
  const p50 = verdict?.figures.latencyP50 ?? null
  return p50 === null ? <None why={whyUnknown(run, 'p50')} /> : formatDuration(p50)
}

export function CostOfRun({ run }: FigureProps) {
  const { verdict } = run
  const spent = verdict && spentPerRun(verdict.figures)
  if (!spent || (spent.cost === null && spent.unpriced === 0))
    return <None why={whyUnknown(run, 'cost')} />
  return <Spent spent={spent} />
}

/** A dash says why it is one. */
const None = ({ why }: { why: string }) => <span title={why}>—</span>
