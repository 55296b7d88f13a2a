import { Button, NumberInput, Popover, Textarea, TextInput } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import type { Said } from './use-feedback.ts'
import styles from './span.module.css'
import { Lacking } from '../../../ui/lacking.tsx'

type FeedbackFormProps = { onAdd: (said: Said) => Promise<unknown> }

const COMMENT = 'c'

const empty = { key: '', score: '' as number | string, comment: '' }

/** A score under any name, a comment, or both. What was typed stays until it is stored. */
export function FeedbackForm({ onAdd }: FeedbackFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState(empty)
  const hasScore = typeof draft.score === 'number'
  const isComplete = hasScore ? draft.key.trim() !== '' : draft.comment.trim() !== ''

  useHotkeys([
    { keys: COMMENT, label: 'Comment or score', group: 'Trace', run: () => setIsOpen(true) },
  ])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const key = draft.key.trim() === '' ? 'comment' : draft.key.trim()
    const comment = draft.comment.trim() === '' ? null : draft.comment.trim()
    const isStored = await onAdd({
      key,
      score: hasScore ? Number(draft.score) : null,
      comment,
    }).then(
      () => true,
      () => false,
    )
    if (!isStored) return
    setDraft(empty)
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus width={280} position="bottom-start">
      <Popover.Target>
        <Button
          title={`Comment or score (${COMMENT.toUpperCase()})`}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMessagePlus size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Comment or score
        </Button>
      </Popover.Target>
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
              setDraft((old) => ({ ...old, comment: value }))
            }
          />
          <TextInput
            label="Name of the score"
            placeholder="correctness"
            size="xs"
            value={draft.key}
            onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, key: value }))}
          />
          <NumberInput
            label="Score"
            size="xs"
            value={draft.score}
            onChange={(score) => setDraft((old) => ({ ...old, score }))}
          />
          <Lacking
            lack={!isComplete && (hasScore ? 'A score needs a name' : 'Write something first')}
          >
            <Button type="submit" size="xs">
              Add
            </Button>
          </Lacking>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
