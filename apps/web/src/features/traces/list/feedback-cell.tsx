import type { ListedTrace } from '@lathe/contract'
import { IconMessage, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { plural } from '../../../lib/format/format.ts'
import { THUMBS } from '../span/use-feedback.ts'
import styles from './list.module.css'

/** The key of comments without a name. */
const COMMENT = 'comment'

type FeedbackSummary = ListedTrace['feedback'][number]

/** Icons come before text, which may be cut off. */
const sortRank = (entry: FeedbackSummary) => (entry.key === THUMBS ? 0 : isComment(entry) ? 1 : 2)

const isComment = ({ key, average }: FeedbackSummary) => key === COMMENT && average === null

/** Shows thumbs and comments as icons, and other feedback with name and score. */
export function FeedbackCell({ feedback }: Pick<ListedTrace, 'feedback'>) {
  const sortedFeedback = feedback.toSorted((a, b) => sortRank(a) - sortRank(b))
  return (
    <span className={styles.said} title={feedback.map(describe).join('\n')}>
      {sortedFeedback.map((entry) => (
        <FeedbackEntry key={entry.key} entry={entry} />
      ))}
    </span>
  )
}

function FeedbackEntry({ entry }: { entry: FeedbackSummary }) {
  const { key, count, average } = entry
  if (key === THUMBS && average !== null) {
    const Icon = average >= 0.5 ? IconThumbUp : IconThumbDown
    return (
      <>
        <Icon size={14} role="img" aria-label={describe(entry)} />
        {count > 1 && count}
      </>
    )
  }
  if (!isComment(entry))
    return (
      <span className={styles.scored}>
        <span>{key}</span> {average !== null && <span>{formatScore(average)}</span>}
      </span>
    )
  return (
    <>
      <IconMessage size={14} role="img" aria-label={describe(entry)} />
      {count > 1 && count}
    </>
  )
}

/** An estimate of the cell's text for sizing its column. */
export const feedbackText = (feedback: readonly FeedbackSummary[]): string =>
  feedback
    .map((entry) =>
      entry.key === THUMBS || isComment(entry)
        ? '---'
        : [entry.key, entry.average !== null && formatScore(entry.average)]
            .filter(Boolean)
            .join(' '),
    )
    .join(' ')

const describe = ({ key, count, average }: FeedbackSummary): string => {
  if (average === null) return `${key}: ${plural(count, 'time')}`
  if (key !== THUMBS) return `${key}: ${formatScore(average)}${count > 1 ? ` of ${count}` : ''}`
  const upCount = Math.round(average * count)
  return `thumbs: ${upCount} up, ${count - upCount} down`
}

const formatScore = (score: number) => score.toLocaleString('en', { maximumFractionDigits: 2 })
