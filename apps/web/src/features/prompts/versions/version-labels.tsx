import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { PromptLabel } from '@lathe/contract'
import { TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorCode, describeError } from '../../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { LabelDialog, type RefusedMove } from './label-dialog.tsx'

type VersionLabelsProps = { prompt: RegistryPrompt; shown: PromptVersion }

const USUAL = ['production', 'candidate']

/**
 * Setting a label on this version moves it from any other version. Undo reverts the move. A move that would
 * break agents requires confirmation.
 */
export function VersionLabels({ prompt, shown }: VersionLabelsProps) {
  const { name } = prompt
  const { version, labels } = shown
  const [refusedMove, setRefusedMove] = useState<RefusedMove>()
  const queries = useQueryClient()
  const set = useMutation(
    api.prompts.label.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.prompts.key() }),
      onError: (error, { label, version: to }) => {
        if (errorCode(error) === 'LABEL_BREAKS_AGENTS')
          setRefusedMove({ label, version: to, error })
        else showToast(describeError(error).message, 'error')
      },
    }),
  )
  const move = async (label: string, to: number | null, confirm = false) => {
    const from = prompt.labels.find((one) => one.label === label)?.version ?? null
    await set.mutateAsync({ prompt: name, label, version: to, confirm })
    showUndoToast({
      message: to === null ? `${label} removed from v${version}` : `${label} moved to v${to}`,
      onUndo: () => set.mutate({ prompt: name, label, version: from, confirm: true }),
    })
  }
  const change = (next: string[]) => {
    const added = next.filter((one) => !labels.includes(one))
    const bad = added.find((one) => !PromptLabel.safeParse(one).success)
    if (bad !== undefined)
      return showToast(
        `${bad} is not a valid label. Use letters, digits, _, . and -, but not latest`,
        'error',
      )
    const gone = labels.filter((one) => !next.includes(one))
    const moves = [...added.map((one) => move(one, version)), ...gone.map((one) => move(one, null))]
    void Promise.all(moves).catch(() => undefined)
  }
  return (
    <>
      <TagsInput
        size="xs"
        aria-label={`Labels of version ${version}`}
        placeholder={labels.length === 0 ? 'Add label…' : ''}
        data={[...new Set([...USUAL, ...prompt.labels.map(({ label }) => label)])]}
        value={labels}
        onChange={change}
      />
      {refusedMove && (
        <LabelDialog
          move={refusedMove}
          onClose={() => setRefusedMove(undefined)}
          onConfirm={() => {
            setRefusedMove(undefined)
            void move(refusedMove.label, refusedMove.version, true).catch(() => undefined)
          }}
        />
      )}
    </>
  )
}
