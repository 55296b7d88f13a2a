import type { Suite, SuiteRun } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { formatPercent, formatDuration } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { rulingLabels } from '../statistics/ruling-labels.ts'
import { StatusText } from '../status-text.tsx'
import { versionName, historyPoints, spentPerRun, explainUnknown } from './history-points.ts'
import { TotalCost } from '../../../ui/status/quantities.tsx'
import styles from '../comparison.module.css'

export const suiteColumns: Column<Suite>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/compare/suites/$id" params={{ id }} className={styles.listName}>
        {name}
      </Link>
    ),
  },
  { id: 'agent', header: 'Agent', width: '200px', cell: ({ agent }) => agent },
  {
    id: 'baseline',
    header: 'Baseline',
    width: '120px',
    cell: ({ baselineVersion }) => `v${baselineVersion}`,
  },
  { id: 'cases', header: 'Cases', width: '80px', isNumeric: true, cell: ({ cases }) => cases },
  { id: 'runs', header: 'Runs', width: '80px', isNumeric: true, cell: ({ runs }) => runs },
]

function VerdictText({ status, verdict, cells }: SuiteRun) {
  if (!verdict) return <StatusText comparison={{ status, cells }} />
  return (
    <span title={verdict.reason ?? verdict.sentence}>
      <span className={verdict.isRegression ? styles.failed : undefined}>
        {verdict.isRegression ? 'Regression' : rulingLabels[verdict.ruling]}
      </span>{' '}
      <span className={styles.muted}>{verdict.reason ?? verdict.sentence}</span>
    </span>
  )
}

/** `formatLevel` formats a pass rate or a score. */
export const runColumns = (
  formatLevel: (value: number | null) => string = formatPercent,
): Column<SuiteRun>[] => [
  {
    id: 'version',
    header: 'Version',
    width: '80px',
    cell: (run) => (
      <Link to="/compare/$id" params={{ id: run.id }} className={styles.listName}>
        {versionName(run)}
      </Link>
    ),
  },
  { id: 'verdict', header: 'Verdict', cell: (run) => <VerdictText {...run} /> },
  {
    id: 'level',
    header: 'Result',
    width: '80px',
    isNumeric: true,
    cell: (run) => <Level run={run} of="level" format={formatLevel} />,
  },
  {
    id: 'baseline',
    header: 'Baseline',
    width: '120px',
    isNumeric: true,
    cell: (run) => (
      <>
        v{run.baselineVersion}: <Level run={run} of="baseline" format={formatLevel} />
      </>
    ),
  },
  {
    id: 'latency',
    header: 'p50',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: (run) => <MedianLatency run={run} />,
  },
  {
    id: 'cost',
    header: 'Cost per run',
    width: '110px',
    isNumeric: true,
    isSecondary: true,
    cell: (run) => <CostOfRun run={run} />,
  },
  {
    id: 'when',
    header: 'Run',
    width: '110px',
    isNumeric: true,
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
]

type FigureProps = { run: SuiteRun }

/** The main result of a run or of its baseline. */
export function Level({
  run,
  of,
  format,
}: FigureProps & { of: 'level' | 'baseline'; format: (value: number | null) => string }) {
  const [point] = historyPoints([run])
  const level = point?.[of] ?? null
  return level === null ? <UnknownValue reason={explainUnknown(run, of)} /> : format(level)
}

export function MedianLatency({ run }: FigureProps) {
  const { verdict } = run
  const p50 = verdict?.figures.latencyP50 ?? null
  return p50 === null ? <UnknownValue reason={explainUnknown(run, 'p50')} /> : formatDuration(p50)
}

export function CostOfRun({ run }: FigureProps) {
  const { verdict } = run
  const spending = verdict && spentPerRun(verdict.figures)
  if (!spending || (spending.cost === null && spending.unpriced === 0))
    return <UnknownValue reason={explainUnknown(run, 'cost')} />
  return <TotalCost spending={spending} />
}

/** A dash with the reason as its tooltip. */
const UnknownValue = ({ reason }: { reason: string }) => <span title={reason}>—</span>
