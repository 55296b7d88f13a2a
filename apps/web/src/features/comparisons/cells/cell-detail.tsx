import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core'
import type { Cell, ComparisonCase, Json } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import { evaluationLabel, stripStatusPrefix } from '../evaluators/evaluation-text.tsx'
import { RunPart } from '../plan/run-part.tsx'
import { useView } from '../view-search.ts'
import { CellFacts, VerdictFacts } from './cell-facts.tsx'
import { CellOutput } from './cell-output.tsx'
import { RateButtons } from './rate-buttons.tsx'
import styles from '../comparison.module.css'

type CellDetailProps = {
  cells: readonly Cell[]
  /** The baseline's cells of the same case. Undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  variant: string
  row: ComparisonCase
  repeat: number
  onRepeat: (repeat: number) => void
}

/** Shows all data of a cell, one repeat at a time. */
export function CellDetail(props: CellDetailProps) {
  const { cells, baseline, variant, row, repeat, onRepeat } = props
  const { detail } = useComparison()
  const { evaluators, repeats } = useFullPlan()
  const shownRepeat = Math.min(repeat, repeats - 1)
  const cell = cells.find((item) => item.repeat === shownRepeat)
  const isUnderWay = detail.status === 'running'
  const runPart = (extraActions?: ReactNode) => (
    <RunPart
      name="cell"
      selection={{
        variants: [variant],
        cases: [row.key],
        ...(cells.length > 0 && { repeats: [shownRepeat] }),
      }}
      cells={cell ? [cell] : []}
      count={1}
    >
      {extraActions}
    </RunPart>
  )
  const chooser = repeats > 1 && cells.length > 0 && (
    <div className={styles.headLine}>
      <span className={styles.muted}>Repeat</span>
      <SegmentedControl
        size="xs"
        aria-label="Repeat"
        data={Array.from({ length: repeats }, (_, index) => ({
          value: String(index),
          label: <RepeatLabel number={index + 1} hasStarted={hasStarted(cells, index)} />,
        }))}
        value={String(shownRepeat)}
        onChange={(value) => onRepeat(Number(value))}
      />
    </div>
  )
  if (!cell) {
    return (
      <div className={styles.form}>
        {chooser}
        <p className={styles.muted}>
          {cells.length === 0 ? 'Not run yet' : `Repeat ${shownRepeat + 1} has not run yet`}
        </p>
        {runPart()}
      </div>
    )
  }

  return (
    <div className={styles.form}>
      {chooser}
      <CellFacts cell={cell} isUnderWay={isUnderWay} />
      {runPart(
        cell.runId !== null && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/traces/$traceId" params={{ traceId: cell.runId ?? '' }} {...props} />
            )}
          >
            Open trace
          </Button>
        ),
      )}
      <RateButtons cell={cell} />
      {cell.error && (
        <p className={styles.failed} role="alert">
          {cell.error.message}
          {cell.error.hint !== undefined && ` ${cell.error.hint}`}
        </p>
      )}
      {cell.status === 'success' && <CellText cell={cell} baseline={baseline} row={row} />}
      {evaluators.map(({ key, name }) => {
        const evaluation = cell.evaluations[key]
        const verdict = cell.verdicts[key]
        return (
          evaluation && (
            <div key={key} className={styles.evaluation}>
              <strong>{name}</strong>{' '}
              <span className={evaluation.status === 'failed' ? styles.failed : undefined}>
                {evaluationLabel(evaluation)}
              </span>
              <br />
              <span className={styles.muted}>{stripStatusPrefix(evaluation.reason)}</span>
              {verdict && <VerdictFacts verdict={verdict} />}
            </div>
          )
        )
      })}
      {cell.calls.map(({ tool, arguments: args }, index) => (
        <Labelled key={`${index} ${tool}`} label={`Arguments of ${tool}`} value={args} />
      ))}
      {cell.output !== null && <Labelled label="Output" value={cell.output} />}
      <Labelled label="Input" value={row.input} />
      {row.reference !== null && <Labelled label="Expected" value={row.reference} />}
    </div>
  )
}

type CellTextProps = { cell: Cell; baseline: readonly Cell[] | undefined; row: ComparisonCase }

/** Shows the full output in the current cell view. */
function CellText({ cell, baseline, row: { reference } }: CellTextProps) {
  const { cells: view } = useView().view
  return (
    <div className={styles.said} data-raw={view === 'raw' || undefined}>
      <CellOutput cell={cell} baseline={baseline} reference={reference} view={view} />
    </div>
  )
}

const hasStarted = (cells: readonly Cell[], repeat: number): boolean =>
  cells.some((cell) => cell.repeat === repeat && cell.status !== 'pending')

function RepeatLabel({ number, hasStarted: isThere }: { number: number; hasStarted: boolean }) {
  return isThere ? (
    number
  ) : (
    <span className={styles.muted} title="Not run yet">
      {number}
      <VisuallyHidden component="span">(not run yet)</VisuallyHidden>
    </span>
  )
}

function Labelled({ label, value }: { label: string; value: Json }) {
  return (
    <div>
      <strong>{label}</strong>
      <JsonView label={label} value={value} />
    </div>
  )
}
