import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { PromptLabel } from '@lathe/contract'
import { TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorCode, describeError } from '../../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { LabelDialog, type RejectedMove } from './label-dialog.tsx'

type VersionLabelsProps = { prompt: RegistryPrompt; version: PromptVersion }

const DEFAULT_LABELS = ['production', 'candidate']

/**
 * Setting a label on this version moves it from any other version. Undo reverts the move. A move that would
 * break agents requires confirmation.
 */
export function VersionLabels({ prompt, version: shownVersion }: VersionLabelsProps) {
  const { name } = prompt
  const { version, labels } = shownVersion
  const [rejectedMove, setRejectedMove] = useState<RejectedMove>()
  const queries = useQueryClient()
  const set = useMutation(
    api.prompts.label.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.prompts.key() }),
      onError: (error, { label, version: to }) => {
        if (errorCode(error) === 'LABEL_BREAKS_AGENTS')
          setRejectedMove({ label, version: to, error })
        else showToast(describeError(error).message, 'error')
      },
    }),
  )
  const move = async (label: string, to: number | null, confirm = false) => {
    const from = prompt.labels.find((item) => item.label === label)?.version ?? null
    await set.mutateAsync({ prompt: name, label, version: to, confirm })
    showUndoToast({
      message: to === null ? `${label} removed from v${version}` : `${label} moved to v${to}`,
      onUndo: () => set.mutate({ prompt: name, label, version: from, confirm: true }),
    })
  }
  const change = (next: string[]) => {
    const added = next.filter((item) => !labels.includes(item))
    const invalidLabel = added.find((item) => !PromptLabel.safeParse(item).success)
    if (invalidLabel !== undefined)
      return showToast(
        `${invalidLabel} is not a valid label. Use letters, digits, _, . and -, but not latest`,
        'error',
      )
    const removed = labels.filter((item) => !next.includes(item))
    const moves = [
      ...added.map((item) => move(item, version)),
      ...removed.map((item) => move(item, null)),
    ]
    void Promise.all(moves).catch(() => undefined)
  }
  return (
    <>
      <TagsInput
        size="xs"
        aria-label={`Labels of version ${version}`}
        placeholder={labels.length === 0 ? 'Add label…' : ''}
        data={[...new Set([...DEFAULT_LABELS, ...prompt.labels.map(({ label }) => label)])]}
        value={labels}
        onChange={change}
      />
      {rejectedMove && (
        <LabelDialog
          move={rejectedMove}
          onClose={() => setRejectedMove(undefined)}
          onConfirm={() => {
            setRejectedMove(undefined)
            void move(rejectedMove.label, rejectedMove.version, true).catch(() => undefined)
          }}
        />
      )}
    </>
  )
}
