import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { PromptLabel } from '@lathe/contract'
import { TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../../../ui/undo-toast.tsx'

type VersionLabelsProps = { prompt: RegistryPrompt; shown: PromptVersion }

const USUAL = ['production', 'candidate']

/** A label that another version has moves here, and undo moves it back. */
export function VersionLabels({ prompt, shown }: VersionLabelsProps) {
  const { name } = prompt
  const { version, labels } = shown
  const queries = useQueryClient()
  const set = useMutation(
    api.prompts.label.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.prompts.key() }),
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const move = async (label: string, to: number | null) => {
    const from = prompt.labels.find((one) => one.label === label)?.version ?? null
    await set.mutateAsync({ prompt: name, label, version: to })
    showUndoToast({
      message: to === null ? `${label} taken from v${version}` : `${label} is v${to}`,
      onUndo: () => set.mutate({ prompt: name, label, version: from }),
    })
  }
  const change = (next: string[]) => {
    const added = next.filter((one) => !labels.includes(one))
    const bad = added.find((one) => !PromptLabel.safeParse(one).success)
    if (bad !== undefined)
      return showToast(`${bad} is no label: letters, digits, _, . and -, and not latest`, 'error')
    const gone = labels.filter((one) => !next.includes(one))
    const moves = [...added.map((one) => move(one, version)), ...gone.map((one) => move(one, null))]
    void Promise.all(moves).catch(() => undefined)
  }
  return (
    <TagsInput
      size="xs"
      aria-label={`Labels of version ${version}`}
      placeholder={labels.length === 0 ? 'Set a label…' : ''}
      data={[...new Set([...USUAL, ...prompt.labels.map(({ label }) => label)])]}
      value={labels}
      onChange={change}
    />
  )
}
