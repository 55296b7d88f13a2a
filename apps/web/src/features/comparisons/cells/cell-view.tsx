import type { Cell, Json } from '@lathe/contract'
import { memo } from 'react'
import { plural } from '../../../lib/format.ts'
import { Duration, Spent, Tokens } from '../../../ui/quantities.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import shared from '../comparison.module.css'
import styles from '../grid/grid.module.css'
import { MovementMark, PreferenceMark } from './cell-marks.tsx'
import { findMovement, cellOutcome, findPreference, type Metric } from '@lathe/verdicts'
import type { CellView as View } from '../view-search.ts'
import { CellOutput, outputText } from './cell-output.tsx'

type CellViewProps = {
  /** The repeats. */
  cells: readonly Cell[]
  /** The baseline's cells of the same case. Undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  reference: Json
  yardstick: Metric
  view: View
  /** Whether the comparison runs: pending cells are queued then. */
  isRunning: boolean
}

/** Longer outputs are truncated in the grid. The side pane shows all. */
const SHOWN = 600

const REFUSED = 'The model refused to answer. Evaluators judge the refusal text.'
const IN_BATCH = 'Part of a batch: latency is unknown, the batch price applies'

export const CellView = memo(function CellView(props: CellViewProps) {
  const { cells, baseline, reference, yardstick, view, isRunning } = props
  const [first] = cells
  if (!first) return <span className={shared.muted}>Not run</span>
  const told = cells.find(({ status }) => status === 'success') ?? first
  const movement = baseline && findMovement(baseline, cells, yardstick)

  return (
    <>
      <div className={styles.output} data-raw={view === 'raw' || undefined}>
        {told.status !== 'success' ? (
          <Unfinished cell={told} isRunning={isRunning} />
        ) : (
          <CellOutput
            cell={told}
            baseline={baseline}
            reference={reference}
            view={view}
            most={SHOWN}
          />
        )}
      </div>
      {/* One run of text, which is laid out sooner than a row of boxes: the spaces let it break. */}
      <div className={styles.cellFacts}>
        {yardstick.isPairwise ? (
          baseline && <PreferenceMark preference={findPreference(cells, yardstick)} />
        ) : (
          <OutcomeMark cells={cells} yardstick={yardstick} />
        )}{' '}
        {movement && movement !== 'same' && !yardstick.isPairwise && (
          <MovementMark movement={movement} />
        )}{' '}
        {told.calls.length > 0 && (
          <span title={told.calls.map(({ tool }) => tool).join(', ')}>
            {plural(told.calls.length, 'call')}
          </span>
        )}{' '}
        {told.status === 'success' && (
          <>
            {told.isBatch ? <span title={IN_BATCH}>batch</span> : <Duration ms={told.latencyMs} />}{' '}
            {told.usage && <Tokens usage={told.usage} />} <Spent spent={told} />{' '}
          </>
        )}
        {told.isRefused && (
          <span className={shared.failed} title={REFUSED}>
            refused
          </span>
        )}{' '}
        {told.tape && (
          <span title="Calls served by the recording / all calls">
            recording {told.tape.served}/{told.tape.served + told.tape.live + told.tape.withheld}
          </span>
        )}{' '}
        {told.isReused && <span title="Reused from an earlier cell at no cost">reused</span>}{' '}
        {cells.length > 1 && yardstick.measure !== 'pass' && <span>{cells.length} repeats</span>}
      </div>
    </>
  )
}, areAlike)

function areAlike(a: CellViewProps, b: CellViewProps): boolean {
  return (
    a.view === b.view &&
    a.isRunning === b.isRunning &&
    a.yardstick === b.yardstick &&
    a.reference === b.reference &&
    areSame(a.cells, b.cells) &&
    areSame(a.baseline ?? [], b.baseline ?? [])
  )
}

const areSame = (a: readonly Cell[], b: readonly Cell[]) =>
  a.length === b.length && a.every((cell, index) => cell === b[index])

function Unfinished({ cell, isRunning }: { cell: Cell; isRunning: boolean }) {
  if (cell.status === 'error') {
    return <span className={shared.failed}>{cell.error?.message ?? 'The run failed'}</span>
  }
  if (cell.status === 'running' && cell.isBatch) {
    return <span className={shared.muted}>In a batch</span>
  }
  if (cell.status === 'running') {
    return (
      <>
        <StatusIcon status="running" hasWord />
        {cell.output !== null && <div className={styles.said}>{outputText(cell.output)}</div>}
      </>
    )
  }
  if (cell.status === 'stopped') return <span className={shared.muted}>Stopped</span>
  return <span className={shared.muted}>{isRunning ? 'Waiting' : 'Not run'}</span>
}

/** Shows the outcome. With repeats, shows how many passed. */
function OutcomeMark({ cells, yardstick }: { cells: readonly Cell[]; yardstick: Metric }) {
  if (yardstick.measure !== 'pass' && yardstick.measure !== 'score') return null
  const outcomes = cells.map((cell) => cellOutcome(cell, yardstick))
  const decided = outcomes.filter((outcome) => typeof outcome === 'number')
  const [only] = decided
  if (only === undefined) {
    return outcomes.includes('no-verdict') ? <span>No verdict</span> : null
  }
  if (yardstick.measure === 'score') {
    const mean = decided.reduce((sum, score) => sum + score, 0) / decided.length
    return <span>{mean.toFixed(2)}</span>
  }
  const passes = decided.filter((outcome) => outcome === 1).length
  if (decided.length > 1) {
    return (
      <span className={passes < decided.length ? shared.failed : undefined}>
        Passed {passes} of {decided.length}
      </span>
    )
  }
  return only === 1 ? <span>✓ Passed</span> : <span className={shared.failed}>✗ Failed</span>
}
