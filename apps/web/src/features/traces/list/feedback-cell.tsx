import type { ListedTrace } from '@lathe/contract'
import { IconMessage, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { plural } from '../../../lib/format.ts'
import { THUMBS } from '../span/use-feedback.ts'
import styles from './list.module.css'

/** The key of comments without a name. */
const COMMENT = 'comment'

type Said = ListedTrace['feedback'][number]

/** Icons come before text, which may be cut off. */
const rankOf = (said: Said) => (said.key === THUMBS ? 0 : isWordless(said) ? 1 : 2)

const isWordless = ({ key, average }: Said) => key === COMMENT && average === null

/** Shows thumbs and comments as icons, and other feedback with name and score. */
export function FeedbackCell({ feedback }: Pick<ListedTrace, 'feedback'>) {
  const inOrder = feedback.toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <span className={styles.said} title={feedback.map(describe).join('\n')}>
      {inOrder.map((said) => (
        <Sign key={said.key} said={said} />
      ))}
    </span>
  )
}

function Sign({ said }: { said: Said }) {
  const { key, count, average } = said
  if (key === THUMBS && average !== null) {
    const Icon = average >= 0.5 ? IconThumbUp : IconThumbDown
    return (
      <>
        <Icon size={14} role="img" aria-label={describe(said)} />
        {count > 1 && count}
      </>
    )
  }
  if (!isWordless(said))
    return (
      <span className={styles.scored}>
        <span>{key}</span> {average !== null && <span>{formatScore(average)}</span>}
      </span>
    )
  return (
    <>
      <IconMessage size={14} role="img" aria-label={describe(said)} />
      {count > 1 && count}
    </>
  )
}

/** An estimate of the cell's text for sizing its column. */
export const wordsOf = (feedback: readonly Said[]): string =>
  feedback
    .map((said) =>
      said.key === THUMBS || isWordless(said)
        ? '---'
        : [said.key, said.average !== null && formatScore(said.average)].filter(Boolean).join(' '),
    )
    .join(' ')

const describe = ({ key, count, average }: Said): string => {
  if (average === null) return `${key}: ${plural(count, 'time')}`
  if (key !== THUMBS) return `${key}: ${formatScore(average)}${count > 1 ? ` of ${count}` : ''}`
  const up = Math.round(average * count)
  return `thumbs: ${up} up, ${count - up} down`
}

const formatScore = (score: number) => score.toLocaleString('en', { maximumFractionDigits: 2 })
