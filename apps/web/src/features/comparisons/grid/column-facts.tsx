import type { Cell } from '@lathe/contract'
import type { PassRate } from '@lathe/stats'
import { type ReactNode, useMemo } from 'react'
import { formatPercent } from '../../../lib/format/format.ts'
import { Duration, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { useFullPlan } from '../comparison-context.ts'
import shared from '../comparison.module.css'
import styles from './column-figures.module.css'
import { evaluatorMetrics, meanOutcome, variantFacts } from '@lathe/verdicts'

type ColumnFactsProps = {
  cells: readonly Cell[]
  rate: PassRate | undefined
  /** Whether a pass rate is being computed. */
  hasRate: boolean
  /** Whether the first cell is running. */
  isPending?: boolean
}

/** Summary of a column's cells. Renders nothing before one has finished. */
export function ColumnFacts({ cells, rate, hasRate, isPending = false }: ColumnFactsProps) {
  const { evaluators, errors } = useFullPlan()
  const facts = useMemo(() => variantFacts(cells), [cells])
  // With a single evaluator the pass rate already shows its result.
  const isShownAsRate = hasRate && evaluators.length === 1
  const scores = useMemo(
    () =>
      evaluatorMetrics(isShownAsRate ? [] : evaluators, errors).flatMap((metric) => {
        const level = meanOutcome(cells, metric)
        return level === undefined ? [] : [{ ...metric, level }]
      }),
    [evaluators, errors, cells, isShownAsRate],
  )
  if (facts.finished === 0 && facts.errors === 0) {
    return isPending && <PendingFacts hasRate={hasRate} names={isShownAsRate ? [] : evaluators} />
  }

  return (
    <dl className={styles.columnFacts} tabIndex={-1}>
      {!rate && hasRate && (
        <div className={shared.pending} aria-hidden>
          <dt>pass rate</dt>
          <dd>100 % 90–100</dd>
        </div>
      )}
      {rate?.rate !== null && rate?.interval && (
        <Fact name="pass rate">
          <span title="Wilson 95 % interval">
            {formatPercent(rate.rate)}{' '}
            <span className={shared.muted}>
              {Math.round(rate.interval.low * 100)}–{Math.round(rate.interval.high * 100)}
            </span>
          </span>
        </Fact>
      )}
      {facts.errors > 0 && (
        <Fact name="errors">
          <span className={shared.failed}>{facts.errors}</span>
        </Fact>
      )}
      {facts.refusalCount > 0 && (
        <Fact name="refused">
          <span className={shared.failed}>{facts.refusalCount}</span>
        </Fact>
      )}
      <Fact name="p50 / p95">
        <Duration ms={facts.latencyP50} /> / <Duration ms={facts.latencyP95} />
      </Fact>
      {facts.firstToken !== null && (
        <Fact name="first token">
          <Duration ms={facts.firstToken} />
        </Fact>
      )}
      <Fact name="tokens">
        <Tokens usage={facts} />
      </Fact>
      <Fact name="cost">
        <TotalCost spending={facts} />
      </Fact>
      {scores.map(({ id, name, level, measure }) => (
        <Fact key={id} name={name}>
          {measure === 'pass' ? formatPercent(level) : level.toFixed(2)}
        </Fact>
      ))}
    </dl>
  )
}

/** Reserves space so that rows do not move when the summary appears. */
function PendingFacts({
  hasRate,
  names,
}: {
  hasRate: boolean
  names: readonly { name: string }[]
}) {
  const baseFacts = ['p50 / p95', 'first token', 'tokens', 'cost']
  return (
    <dl className={styles.columnFacts} aria-hidden>
      {[...(hasRate ? ['pass rate'] : []), ...baseFacts].map((name) => (
        <div key={name} className={shared.pending}>
          <dt>{name}</dt>
          <dd>0.0 k → 000</dd>
        </div>
      ))}
      {names.map(({ name }, index) => (
        <div key={index} className={shared.pending}>
          <dt>{name}</dt>
          <dd>100 %</dd>
        </div>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
