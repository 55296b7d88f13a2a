import { Button, SegmentedControl } from '@mantine/core'
import type { Cell, ComparisonCase, Json } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { describeError } from '../../../lib/describe-error.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import { useRun } from '../use-run.ts'
import { CellFacts } from './cell-facts.tsx'
import { outputText } from './output-text.ts'
import { RateButtons } from './rate-buttons.tsx'
import { VerdictFacts } from './verdict-facts.tsx'

type CellDetailProps = {
  cells: readonly Cell[]
  variant: string
  row: ComparisonCase
  repeat: number
  onRepeat: (repeat: number) => void
}

/** Everything of one cell, its repeats one at a time. */
export function CellDetail({ cells, variant, row, repeat, onRepeat }: CellDetailProps) {
  const { detail } = useComparison()
  const { checks } = useWholePlan()
  const run = useRun()
  const cell = cells[Math.min(repeat, cells.length - 1)]
  const refused = run.error && <p className={styles.failed}>{describeError(run.error).message}</p>
  const isBusy = detail.status === 'running' || run.isPending
  const runButton = (words: string, repeats?: number[]) => (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      onClick={() =>
        run.mutate({
          only: { variants: [variant], cases: [row.key], ...(repeats && { repeats }) },
          again: true,
        })
      }
    >
      {words}
    </Button>
  )
  if (!cell) {
    return (
      <div className={styles.form}>
        <p className={styles.muted}>This cell has not run yet.</p>
        <div className={styles.headLine}>{runButton('Run it')}</div>
        {refused}
      </div>
    )
  }

  return (
    <div className={styles.form}>
      {cells.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Repeat"
          data={cells.map((_, index) => ({ value: String(index), label: String(index + 1) }))}
          value={String(cells.indexOf(cell))}
          onChange={(value) => onRepeat(Number(value))}
        />
      )}
      <CellFacts cell={cell} isUnderWay={detail.status === 'running'} />
      <div className={styles.headLine}>
        {cell.runId !== null && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/traces/$traceId" params={{ traceId: cell.runId ?? '' }} {...props} />
            )}
          >
            Open its trace
          </Button>
        )}
        {runButton(cell.status === 'pending' ? 'Run it' : 'Run it again', [cell.repeat])}
      </div>
      <RateButtons cell={cell} />
      {refused}
      {cell.error && (
        <p className={styles.failed} role="alert">
          {cell.error.message}
          {cell.error.hint !== undefined && ` ${cell.error.hint}`}
        </p>
      )}
      {checks.map(({ key, name }) => {
        const evaluation = cell.evaluations[key]
        const verdict = cell.verdicts[key]
        return (
          evaluation && (
            <div key={key} className={styles.evaluation}>
              <strong>{name}</strong>{' '}
              <span className={evaluation.status === 'failed' ? styles.failed : undefined}>
                {evaluation.status === 'scored' ? evaluation.score.toFixed(2) : evaluation.status}
              </span>
              <br />
              <span className={styles.muted}>{evaluation.reason}</span>
              {verdict && <VerdictFacts verdict={verdict} />}
            </div>
          )
        )
      })}
      {cell.status === 'success' && <Markdown text={outputText(cell.output)} />}
      {cell.calls.map(({ tool, arguments: given }, index) => (
        <Labelled key={`${index} ${tool}`} label={`Arguments of ${tool}`} value={given} />
      ))}
      {cell.output !== null && <Labelled label="Output" value={cell.output} />}
      <Labelled label="Input" value={row.input} />
      {row.reference !== null && <Labelled label="Expected" value={row.reference} />}
    </div>
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
