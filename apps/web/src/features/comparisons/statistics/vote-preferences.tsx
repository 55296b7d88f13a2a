import type { Preferences } from '@lathe/stats'
import shared from '../comparison.module.css'
import styles from './statistics.module.css'
import {
  IntervalMark,
  intervalReach,
  MethodButton,
  methodsText,
  VOTE_METHODS,
  VerdictBlock,
} from './verdict-block.tsx'
import { rulingLabels } from './ruling-labels.ts'

/** Verdicts of blind votes against the baseline, and the strength of each variant. */
export function VotePreferences({ preferences }: { preferences: Preferences }) {
  const { against, strengths } = preferences
  const reach = Math.max(
    ...strengths.strengths.map(({ interval }) => (interval ? intervalReach(interval) : 0)),
  )
  return (
    <VerdictBlock label="Verdicts by votes">
      {against.map(({ variant, ruling, sentence }) => (
        <div key={variant} className={styles.verdict}>
          <span className={styles.ruling}>
            {variant} by votes<span className={styles.word}>: {rulingLabels[ruling]}</span>
          </span>
          <MethodButton label={`Voting method for ${variant}`} text={methodsText(VOTE_METHODS)} />
          <p className={styles.sentence}>{sentence}</p>
        </div>
      ))}
      {/* Labels the figures if the baseline has no votes. */}
      {against.length === 0 && <span className={styles.ruling}>By blind votes</span>}
      <ul className={styles.strengths}>
        {strengths.strengths.map(({ name, strength, interval }) => (
          <li key={name}>
            <span>{name}</span>
            {interval ? (
              <IntervalMark interval={interval} estimate={strength} measure="score" reach={reach} />
            ) : (
              // Keeps the grid column.
              <span />
            )}
            <span className={shared.muted}>
              strength {formatStrength(strength)}
              {interval && `, ${formatStrength(interval.low)} to ${formatStrength(interval.high)}`}
            </span>
          </li>
        ))}
      </ul>
      {strengths.problem !== 'connected' && (
        <p className={styles.caveat}>
          {strengths.problem === 'separated'
            ? 'A variant never lost, so half a win was added to both sides of every pair to keep its strength finite.'
            : 'Some variants were never voted on against each other, so half a win was added to both sides of every pair.'}
        </p>
      )}
    </VerdictBlock>
  )
}

const formatStrength = (strength: number) =>
  `${strength < 0 ? '−' : '+'}${Math.abs(strength).toFixed(2)}`
