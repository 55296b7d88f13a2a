import type { Cell, Json } from '@lathe/contract'
import { memo } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { Duration, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import shared from '../comparison.module.css'
import styles from '../grid/grid.module.css'
import { ChangeMark, PreferenceMark } from './cell-marks.tsx'
import { findCaseChange, cellOutcome, findPreference, type Metric } from '@lathe/verdicts'
import type { CellView as View } from '../view-search.ts'
import { CellOutput, outputText } from './cell-output.tsx'

type CellViewProps = {
  /** The repeats. */
  cells: readonly Cell[]
  /** The baseline's cells of the same case. Undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  reference: Json
  metric: Metric
  view: View
  /** Whether the comparison runs: pending cells are queued then. */
  isRunning: boolean
}

/** Longer outputs are truncated in the grid. The side pane shows all. */
const MAX_TEXTS = 600

const REFUSED = 'The model refused to answer. Evaluators judge the refusal text.'
const IN_BATCH = 'Part of a batch: latency is unknown, the batch price applies'

export const CellView = memo(function CellView(props: CellViewProps) {
  const { cells, baseline, reference, metric, view, isRunning } = props
  const [first] = cells
  if (!first) return <span className={shared.muted}>Not run</span>
  const shownCell = cells.find(({ status }) => status === 'success') ?? first
  const change = baseline && findCaseChange(baseline, cells, metric)

  return (
    <>
      <div className={styles.output} data-raw={view === 'raw' || undefined}>
        {shownCell.status !== 'success' ? (
          <Unfinished cell={shownCell} isRunning={isRunning} />
        ) : (
          <CellOutput
            cell={shownCell}
            baseline={baseline}
            reference={reference}
            view={view}
            maxLength={MAX_TEXTS}
          />
        )}
      </div>
      {/* Inline text is faster to lay out than flex items. The spaces allow line breaks. */}
      <div className={styles.cellFacts}>
        {metric.isPairwise ? (
          baseline && <PreferenceMark preference={findPreference(cells, metric)} />
        ) : (
          <OutcomeMark cells={cells} metric={metric} />
        )}{' '}
        {change && change !== 'same' && !metric.isPairwise && <ChangeMark change={change} />}{' '}
        {shownCell.calls.length > 0 && (
          <span title={shownCell.calls.map(({ tool }) => tool).join(', ')}>
            {plural(shownCell.calls.length, 'call')}
          </span>
        )}{' '}
        {shownCell.status === 'success' && (
          <>
            {shownCell.isBatch ? (
              <span title={IN_BATCH}>batch</span>
            ) : (
              <Duration ms={shownCell.latencyMs} />
            )}{' '}
            {shownCell.usage && <Tokens usage={shownCell.usage} />}{' '}
            <TotalCost spending={shownCell} />{' '}
          </>
        )}
        {shownCell.isRefused && (
          <span className={shared.failed} title={REFUSED}>
            refused
          </span>
        )}{' '}
        {shownCell.recording && (
          <span title="Calls served by the recording / all calls">
            recording {shownCell.recording.served}/
            {shownCell.recording.served + shownCell.recording.live + shownCell.recording.suppressed}
          </span>
        )}{' '}
        {shownCell.isReused && <span title="Reused from an earlier cell at no cost">reused</span>}{' '}
        {cells.length > 1 && metric.measure !== 'pass' && <span>{cells.length} repeats</span>}
      </div>
    </>
  )
}, areAlike)

function areAlike(a: CellViewProps, b: CellViewProps): boolean {
  return (
    a.view === b.view &&
    a.isRunning === b.isRunning &&
    a.metric === b.metric &&
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
        <StatusIcon status="running" hasLabel />
        {cell.output !== null && <div className={styles.said}>{outputText(cell.output)}</div>}
      </>
    )
  }
  if (cell.status === 'stopped') return <span className={shared.muted}>Stopped</span>
  return <span className={shared.muted}>{isRunning ? 'Waiting' : 'Not run'}</span>
}

/** Shows the outcome. With repeats, shows how many passed. */
function OutcomeMark({ cells, metric }: { cells: readonly Cell[]; metric: Metric }) {
  if (metric.measure !== 'pass' && metric.measure !== 'score') return null
  const outcomes = cells.map((cell) => cellOutcome(cell, metric))
  const decided = outcomes.filter((outcome) => typeof outcome === 'number')
  const [firstDecision] = decided
  if (firstDecision === undefined) {
    return outcomes.includes('no-verdict') ? <span>No verdict</span> : null
  }
  if (metric.measure === 'score') {
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
  return firstDecision === 1 ? (
    <span>✓ Passed</span>
  ) : (
    <span className={shared.failed}>✗ Failed</span>
  )
}
