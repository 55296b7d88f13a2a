import type { Feedback, FeedbackConfig, Span } from '@lathe/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconThumbDown, IconThumbUp, IconTrash } from '@tabler/icons-react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { categoryName } from '../../../lib/format/scales.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { Section } from './section.tsx'
import { AddFeedbackButton, EditFeedbackButton } from './feedback-form.tsx'
import { THUMBS, useFeedback, useScales } from './use-feedback.ts'
import styles from './span.module.css'

const THUMB_UP = 'u'
const THUMB_DOWN = 'd'

/** Lists a span's feedback with buttons to add, edit and delete it. */
export function SpanFeedback({ span }: { span: Span }) {
  const { spanFeedback, isLoaded, add, edit, remove, deleteWithUndo } = useFeedback(span)
  const scales = useScales()
  const currentThumb = spanFeedback.find(({ key, source }) => key === THUMBS && source === 'app')
  const rate = (score: 0 | 1) => {
    if (!isLoaded) return
    if (!currentThumb) add.mutate({ key: THUMBS, score })
    else if (Number(currentThumb.score) === score) remove.mutate({ id: currentThumb.id })
    else edit.mutate({ id: currentThumb.id, score })
  }
  useHotkeys([
    { keys: THUMB_UP, label: 'Thumbs up', group: 'Trace', run: () => rate(1) },
    { keys: THUMB_DOWN, label: 'Thumbs down', group: 'Trace', run: () => rate(0) },
  ])
  return (
    <Section title="Feedback" {...(spanFeedback.length > 0 && { count: spanFeedback.length })}>
      <div className={styles.rating}>
        <Thumb
          score={1}
          isSelected={Number(currentThumb?.score ?? -1) === 1}
          isLoaded={isLoaded}
          onRate={rate}
        />
        <Thumb
          score={0}
          isSelected={Number(currentThumb?.score ?? -1) === 0}
          isLoaded={isLoaded}
          onRate={rate}
        />
        <AddFeedbackButton onSubmit={(input) => add.mutateAsync(input)} />
      </div>
      <ul className={styles.said}>
        {spanFeedback.map((feedback) => (
          <FeedbackLine
            key={feedback.id}
            feedback={feedback}
            config={scales.get(feedback.key)}
            actions={
              <>
                {feedback.source === 'app' && feedback.key !== THUMBS && (
                  <EditFeedbackButton
                    feedback={feedback}
                    onSubmit={({ score, comment }) =>
                      edit.mutateAsync({ id: feedback.id, score, comment })
                    }
                  />
                )}
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${feedback.key}`}
                  onClick={() => deleteWithUndo(feedback)}
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
  isSelected: boolean
  isLoaded: boolean
  onRate: (score: 0 | 1) => void
}

function Thumb({ score, isSelected, isLoaded, onRate }: ThumbProps) {
  const Icon = score === 1 ? IconThumbUp : IconThumbDown
  const label = score === 1 ? 'Thumbs up' : 'Thumbs down'
  return (
    <Tooltip
      label={
        <>
          {label} <Keys keys={score === 1 ? THUMB_UP : THUMB_DOWN} />
        </>
      }
    >
      <ActionIcon
        variant={isSelected ? 'light' : 'subtle'}
        aria-pressed={isSelected}
        disabled={!isLoaded}
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
        {source} · <RelativeTime time={createdAt} />
      </span>
      <span className={styles.actions}>{actions}</span>
    </li>
  )
}

function scoreText({ key, score, value }: Feedback, config: FeedbackConfig | undefined): string {
  if (key === THUMBS && score !== null) return Number(score) > 0 ? 'up' : 'down'
  const category = config?.categories.find((item) => item.value === Number(score))
  if (score !== null) return category ? categoryName(category) : String(score)
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
