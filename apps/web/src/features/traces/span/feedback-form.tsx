import type { Feedback, FeedbackConfig } from '@lathe/contract'
import {
  ActionIcon,
  Autocomplete,
  Button,
  Popover,
  Textarea,
  Chip,
  Group,
  Input,
  NumberInput,
} from '@mantine/core'
import { IconMessagePlus, IconPencil } from '@tabler/icons-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { type NumberInputValue, parseNumberInput } from '../../../lib/values/parse-number-input.ts'
import { type FeedbackInput, findScoreProblem, useScales } from './use-feedback.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { categoryName, describeScale } from '../../../lib/format/scales.ts'
import styles from './span.module.css'

type OnSubmit = (editedFeedback: Required<FeedbackInput>) => Promise<unknown>

const COMMENT = 'c'

const empty = { key: '', score: '' as NumberInputValue, comment: '' }

/** Adds a named score, a comment or both. */
export function AddFeedbackButton({ onSubmit }: { onSubmit: OnSubmit }) {
  const [isOpen, setIsOpen] = useState(false)
  useHotkeys([{ keys: COMMENT, label: 'Add feedback', group: 'Trace', run: () => setIsOpen(true) }])
  return (
    <FeedbackForm
      label="Add"
      start={empty}
      isOpen={isOpen}
      onOpen={setIsOpen}
      onSubmit={onSubmit}
      target={
        <Button
          title={`Add feedback (${COMMENT.toUpperCase()})`}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMessagePlus size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Add feedback
        </Button>
      }
    />
  )
}

/** Changes the score and comment of feedback. Its name stays the same. */
export function EditFeedbackButton({
  feedback,
  onSubmit,
}: {
  feedback: Feedback
  onSubmit: OnSubmit
}) {
  const { key, score, comment, modifiedAt } = feedback
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FeedbackForm
      key={modifiedAt}
      label="Save"
      editedFeedback={feedback}
      start={{ key, score: score === null ? '' : Number(score), comment: comment ?? '' }}
      isOpen={isOpen}
      onOpen={setIsOpen}
      onSubmit={onSubmit}
      target={
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Edit ${key}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconPencil size={12} />
        </ActionIcon>
      }
    />
  )
}

type FeedbackFormProps = {
  label: string
  /** The feedback to edit. */
  editedFeedback?: Feedback
  start: typeof empty
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSubmit: OnSubmit
  target: ReactNode
}

/** Keeps the draft until it is saved. */
function FeedbackForm({
  label,
  editedFeedback,
  start,
  isOpen,
  onOpen,
  onSubmit,
  target,
}: FeedbackFormProps) {
  const [draft, setDraft] = useState(start)
  const scales = useScales()
  const config = scales.get(draft.key.trim())
  const typedScore = config?.type === 'freeform' ? null : (parseNumberInput(draft.score) ?? null)
  // Editing only the comment keeps the score, even if it no longer fits the scale.
  const isScoreKept = editedFeedback !== undefined && draft.score === start.score
  const score = isScoreKept ? editedFeedback.score : typedScore
  const problem =
    findProblem(draft, score) ?? (isScoreKept ? undefined : findScoreProblem(config, draft.score))

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    const key = draft.key.trim() === '' ? 'comment' : draft.key.trim()
    const comment = draft.comment.trim() === '' ? null : draft.comment.trim()
    const isStored = await onSubmit({ key, score, comment }).then(
      () => true,
      () => false,
    )
    if (!isStored) return
    setDraft(start)
    onOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} trapFocus width={280} position="bottom-start">
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <Textarea
            label="Comment"
            size="xs"
            autosize
            minRows={2}
            maxRows={8}
            value={draft.comment}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
            }}
            onChange={({ currentTarget: { value } }) =>
              setDraft((current) => ({ ...current, comment: value }))
            }
          />
          {editedFeedback === undefined && (
            <Autocomplete
              label="Score name"
              placeholder="correctness"
              size="xs"
              data={[...scales.keys()]}
              comboboxProps={{ withinPortal: false }}
              value={draft.key}
              onChange={(key) =>
                // A score typed for another scale does not apply to this one.
                setDraft((current) => ({
                  ...current,
                  key,
                  ...(scales.get(key.trim()) !== scales.get(current.key.trim()) && { score: '' }),
                }))
              }
            />
          )}
          <ScoreField
            label={
              editedFeedback === undefined || editedFeedback.key === 'comment'
                ? 'Score'
                : `${editedFeedback.key} score`
            }
            config={config}
            score={draft.score}
            onChange={(nextScore) => setDraft((current) => ({ ...current, score: nextScore }))}
          />
          <DisabledReason reason={problem}>
            <Button type="submit" size="xs">
              {label}
            </Button>
          </DisabledReason>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function findProblem({ key, comment }: typeof empty, score: Feedback['score']): string | undefined {
  if (score === null) return comment.trim() === '' ? 'Enter a comment or a score' : undefined
  return key.trim() === '' ? 'Enter a name for the score' : undefined
}

type ScoreFieldProps = {
  label: string
  /** The scale of this score, if it has one. */
  config: FeedbackConfig | undefined
  /** Empty for no score. */
  score: NumberInputValue
  onChange: (score: NumberInputValue) => void
}

/** Enters a number or a category. Renders nothing for a free-form scale. */
function ScoreField({ label, config, score, onChange }: ScoreFieldProps) {
  if (config?.type === 'freeform') return null
  if (config?.type === 'categorical')
    return (
      <Input.Wrapper
        label={label}
        size="xs"
        {...(config.isLowerBetter && { description: 'lower is better' })}
      >
        <Chip.Group value={String(score)} onChange={(value) => onChange(Number(value))}>
          <Group gap={4} role="radiogroup" aria-label={label}>
            {config.categories.map((category) => (
              <Chip
                key={category.value}
                size="xs"
                variant="outline"
                value={String(category.value)}
                onClick={() => {
                  if (category.value === score) onChange('')
                }}
              >
                {categoryName(category)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
    )
  return (
    <NumberInput
      label={label}
      size="xs"
      value={score}
      onChange={onChange}
      {...(config && { description: describeScale(config) })}
    />
  )
}
