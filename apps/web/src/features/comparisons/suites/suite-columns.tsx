import type { Suite, SuiteRun } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { formatPercent } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from '../comparison.module.css'
import { rulingWords } from '../statistics/ruling-words.ts'
import { StatusText } from '../status-text.tsx'
import { versionName } from './history-points.ts'
import { CostOfRun, Level, TypicalLatency } from './run-figures.tsx'

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
    header: 'Held against',
    width: '120px',
    cell: ({ baselineVersion }) => `v${baselineVersion}`,
  },
  { id: 'cases', header: 'Cases', width: '80px', isNumeric: true, cell: ({ cases }) => cases },
  { id: 'runs', header: 'Runs', width: '80px', isNumeric: true, cell: ({ runs }) => runs },
]

function VerdictText({ status, verdict, cells }: SuiteRun) {
  if (!verdict) return <StatusText comparison={{ status, cells }} />
  return (
    <span title={verdict.why ?? verdict.sentence}>
      <span className={verdict.isRegression ? styles.failed : undefined}>
        {verdict.isRegression ? 'Regression' : rulingWords[verdict.ruling]}
      </span>{' '}
      <span className={styles.muted}>{verdict.why ?? verdict.sentence}</span>
    </span>
  )
}

/** `formatLevel` says a pass rate or a score. */
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
    cell: (run) => <TypicalLatency run={run} />,
  },
  {
    id: 'cost',
    header: 'Cost a run',
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
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]
