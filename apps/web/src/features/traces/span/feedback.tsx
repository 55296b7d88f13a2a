import type { Feedback, FeedbackConfig, Span } from '@lathe/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconThumbDown, IconThumbUp, IconTrash } from '@tabler/icons-react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { categoryName } from '../../../lib/scales.ts'
import { Keys } from '../../../ui/keys.tsx'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../section.tsx'
import { AddFeedback, EditFeedback } from './feedback-form.tsx'
import { THUMBS, useFeedback, useScales } from './use-feedback.ts'
import styles from './span.module.css'

const UP = 'u'
const DOWN = 'd'

/** Lists a span's feedback with buttons to add, edit and delete it. */
export function SpanFeedback({ span }: { span: Span }) {
  const { ofSpan, isKnown, add, edit, remove, takeBack } = useFeedback(span)
  const scales = useScales()
  const own = ofSpan.find(({ key, source }) => key === THUMBS && source === 'app')
  const rate = (score: 0 | 1) => {
    if (!isKnown) return
    if (!own) add.mutate({ key: THUMBS, score })
    else if (Number(own.score) === score) remove.mutate({ id: own.id })
    else edit.mutate({ id: own.id, score })
  }
  useHotkeys([
    { keys: UP, label: 'Thumbs up', group: 'Trace', run: () => rate(1) },
    { keys: DOWN, label: 'Thumbs down', group: 'Trace', run: () => rate(0) },
  ])
  return (
    <Section title="Feedback" {...(ofSpan.length > 0 && { count: ofSpan.length })}>
      <div className={styles.rating}>
        <Thumb
          score={1}
          isChosen={Number(own?.score ?? -1) === 1}
          isKnown={isKnown}
          onRate={rate}
        />
        <Thumb
          score={0}
          isChosen={Number(own?.score ?? -1) === 0}
          isKnown={isKnown}
          onRate={rate}
        />
        <AddFeedback onSay={(said) => add.mutateAsync(said)} />
      </div>
      <ul className={styles.said}>
        {ofSpan.map((feedback) => (
          <FeedbackLine
            key={feedback.id}
            feedback={feedback}
            config={scales.get(feedback.key)}
            actions={
              <>
                {feedback.source === 'app' && feedback.key !== THUMBS && (
                  <EditFeedback
                    feedback={feedback}
                    onSay={({ score, comment }) =>
                      edit.mutateAsync({ id: feedback.id, score, comment })
                    }
                  />
                )}
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${feedback.key}`}
                  onClick={() => takeBack(feedback)}
                >
                  <IconTrash size={12} />
                </ActionIcon>
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}

type ThumbProps = {
  score: 0 | 1
  isChosen: boolean
  isKnown: boolean
  onRate: (score: 0 | 1) => void
}

function Thumb({ score, isChosen, isKnown, onRate }: ThumbProps) {
  const Icon = score === 1 ? IconThumbUp : IconThumbDown
  const label = score === 1 ? 'Thumbs up' : 'Thumbs down'
  return (
    <Tooltip
      label={
        <>
          {label} <Keys keys={score === 1 ? UP : DOWN} />
        </>
      }
    >
      <ActionIcon
        variant={isChosen ? 'light' : 'subtle'}
        aria-pressed={isChosen}
        disabled={!isKnown}
        aria-label={label}
        onClick={() => onRate(score)}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

type FeedbackLineProps = {
  feedback: Feedback
  config: FeedbackConfig | undefined
  actions: ReactNode
}

function FeedbackLine({ feedback, config, actions }: FeedbackLineProps) {
  const { key, comment, correction, source, createdAt } = feedback
  return (
    <li>
      <span className={styles.key}>{key}</span>
      <span>{scoreText(feedback, config)}</span>
      {comment && <span className={styles.comment}>{comment}</span>}
      {correction !== null && <code>{JSON.stringify(correction)}</code>}
      <span className={styles.faint}>
        {source} · <RelativeTime at={createdAt} />
      </span>
      <span className={styles.actions}>{actions}</span>
    </li>
  )
}

function scoreText({ key, score, value }: Feedback, config: FeedbackConfig | undefined): string {
  if (key === THUMBS && score !== null) return Number(score) > 0 ? 'up' : 'down'
  const category = config?.categories.find((one) => one.value === Number(score))
  if (score !== null) return category ? categoryName(category) : String(score)
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
