import type { LatestVerdict } from '@lathe/contract'
import { type Measure, preferences } from '@lathe/stats'
import type { ReactNode } from 'react'
import { formatCost, plural } from '../../../lib/format/format.ts'
import { useFullPlan } from '../comparison-context.ts'
import shared from '../comparison.module.css'
import styles from './statistics.module.css'
import {
  type Ballot,
  type Decision,
  type EvaluatorDecision,
  NO_VOTES,
  type Statistics,
  type Metric,
} from '@lathe/verdicts'
import { IntervalMark, MethodButton, methodText, VerdictBlock } from './verdict-block.tsx'
import { rulingLabels } from './ruling-labels.ts'
import { VotePreferences } from './vote-preferences.tsx'

type VerdictsProps = {
  statistics: Statistics | undefined
  metric: Pick<Metric, 'id' | 'name'>
  /** The verdict stored by the server. Shown until the statistics are computed. */
  stored: LatestVerdict | null
  /** Blind votes. Shown without intervals until the statistics are computed. */
  ballot?: Ballot
  /** Why existing outputs are not compared. */
  notes?: readonly string[]
  /** Whether the comparison runs. */
  isRunning?: boolean
  /** Whether repeats are still running. */
  isRepeating?: boolean
  /** An action for each winning variant. */
  promoting?: readonly ReactNode[]
}

/** One sentence per variant against the baseline. */
export function Verdicts({
  statistics,
  metric,
  stored,
  ballot = NO_VOTES,
  notes = [],
  isRunning = false,
  isRepeating = false,
  promoting = [],
}: VerdictsProps) {
  const label = `Verdicts by ${metric.name}`
  if (!statistics) {
    const voted = preferences(ballot.votes, ballot.names, { resamples: 0 })
    return (
      <>
        {stored?.by === metric.id && stored.variants.length > 0 && (
          <VerdictBlock label={label}>
            {stored.variants.map((storedVerdict) => (
              <StoredVerdict key={storedVerdict.variant} stored={storedVerdict} />
            ))}
          </VerdictBlock>
        )}
        {voted && <VotePreferences preferences={voted} />}
      </>
    )
  }
  const compared = statistics.comparisons
    .map((comparison, index) => ({ comparison, index }))
    .filter(({ comparison }) => isRunning || hasResult(comparison))
  if (compared.length + notes.length === 0 && !statistics.preferences) return null
  return (
    <>
      {compared.length + notes.length > 0 && (
        <VerdictBlock label={label}>
          {compared.length === 0 && (
            <div className={styles.verdict}>
              <span className={styles.ruling}>Not compared by {metric.name}</span>
              <p className={styles.sentence}>{notes.join(' ')}</p>
            </div>
          )}
          {compared.map(({ comparison, index }) =>
            hasResult(comparison) ? (
              <Verdict
                key={`${index} ${comparison.variant}`}
                comparison={comparison}
                isRunning={isRunning}
                isRepeating={isRepeating}
              >
                {comparison.ruling === 'better' && promoting[index]}
              </Verdict>
            ) : (
              <PendingVerdict key={`${index} ${comparison.variant}`} comparison={comparison} />
            ),
          )}
          {compared.length > 0 && notes.length > 0 && (
            <p className={styles.caveat}>{notes.join(' ')}</p>
          )}
        </VerdictBlock>
      )}
      {statistics.preferences && <VotePreferences preferences={statistics.preferences} />}
    </>
  )
}

const hasResult = ({ difference, leftOut, regression }: Decision): boolean =>
  difference.cases > 0 ||
  leftOut.errors + leftOut.noVerdicts + leftOut.timedApart > 0 ||
  regression !== null

/** Reserves space for a pending verdict so that rows do not move. */
function PendingVerdict({ comparison: { variant, baseline } }: { comparison: Decision }) {
  return (
    <div className={styles.verdict} data-changing>
      <span className={styles.ruling}>{variant}: no result yet</span>
      <p className={styles.sentence}>
        <span className={shared.muted}>
          The verdict appears after the first case has run on {variant} and {baseline}.
        </span>
      </p>
    </div>
  )
}

/** Reserves space for the interval, the button and the noise sentence. */
function StoredVerdict({
  stored: { name, ruling, sentence },
}: {
  stored: LatestVerdict['variants'][number]
}) {
  const { variants, cases, repeats } = useFullPlan()
  const baseline = variants[0]?.name ?? ''
  // The plan does not show how many cases were compared, but "too few" means there was only one.
  const hasSeveral = ruling !== 'too-few'
  return (
    <div className={styles.verdict} data-told={ruling}>
      <span className={styles.ruling}>
        {name}
        <span className={styles.word}>: {rulingLabels[ruling]}</span>
      </span>
      <p className={styles.sentence}>
        {sentence}
        {repeats === 1 && hasSeveral && <span className={shared.muted}> {ranOnce(baseline)}</span>}
        {repeats > 1 && (
          <span className={shared.pending} aria-hidden>
            {' '}
            {noiseSentence(baseline, cases.length, '00 points')}
          </span>
        )}
      </p>
    </div>
  )
}

const ranOnce = (baseline: string): string =>
  `${baseline} ran once per case, so its noise is unknown. Add repeats to measure it.`

const noiseSentence = (baseline: string, cases: number, band: string): string =>
  `A/A: over ${cases} repeated cases ${baseline} differs from itself by up to ${band}.`

type VerdictProps = {
  comparison: Decision
  isRunning: boolean
  isRepeating: boolean
  children: ReactNode
}

function Verdict({ comparison, isRunning, isRepeating, children }: VerdictProps) {
  const { ruling, variant, baseline, difference, noise, sentence, evaluators } = comparison
  // The sentence begins with completion if the variant completes less often.
  const headline = comparison.completion.ruling === 'worse' ? comparison.completion : comparison
  return (
    <div className={styles.verdict} data-changing={isRunning || undefined}>
      <span className={styles.ruling}>
        {variant}
        {isRunning && ', so far'}
        <span className={styles.word}>: {rulingLabels[ruling]}</span>
      </span>
      {headline.difference.interval && (
        <IntervalMark
          interval={headline.difference.interval}
          estimate={headline.difference.estimate}
          measure={headline.measure}
        />
      )}
      <MethodButton label={`Method for ${comparison.variant}`} text={methodText(comparison)} />
      {children && <span className={styles.verdictActions}>{children}</span>}
      <p className={styles.sentence}>
        {sentence}
        {noise === null && difference.cases > 1 && !isRepeating && (
          <span className={shared.muted}> {ranOnce(baseline)}</span>
        )}
        {noise !== null && (
          <span className={shared.muted}>
            {' '}
            {noiseSentence(baseline, noise.cases, noiseText(comparison.measure, noise.band))}
          </span>
        )}
      </p>
      {evaluators.length > 1 && <EvaluatorVerdicts variant={variant} evaluators={evaluators} />}
    </div>
  )
}

type EvaluatorVerdictsProps = { variant: string; evaluators: readonly EvaluatorDecision[] }

function EvaluatorVerdicts({ variant, evaluators }: EvaluatorVerdictsProps) {
  return (
    <ul className={styles.evaluators} aria-label={`Verdict on ${variant} by each evaluator`}>
      {evaluators.map(({ id, name, comparison }) => (
        <li key={id} title={comparison.sentence}>
          <span>{name}</span>
          <span data-ruling={comparison.ruling}>{rulingLabels[comparison.ruling]}</span>
          <span className={shared.muted}>{comparison.summary ?? 'no case with both outcomes'}</span>
        </li>
      ))}
    </ul>
  )
}

const noiseText = (measure: Measure, band: number): string => {
  if (measure === 'pass') return plural(Math.round(band * 100), 'point')
  if (measure === 'latency') return `${band.toFixed(0)} ms`
  if (measure === 'cost') return formatCost(Math.round(band * 1e9))
  return measure === 'tokens' ? plural(Math.round(band), 'token') : band.toFixed(2)
}
