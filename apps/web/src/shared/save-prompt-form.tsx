import { Autocomplete, Button, Stack, TagsInput, Textarea } from '@mantine/core'
import { type PromptContent, PromptLabel, PromptName } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../lib/api/api.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../ui/fields/disabled-reason.tsx'
import { showToast } from '../ui/feedback/undo-toast.tsx'

const MAX_MESSAGE_LENGTH = 500

export type SavedPrompt = { name: string; version: number; labels: string[] }

type SavePromptFormProps = {
  content: PromptContent
  initial: { name: string; message?: string; labels?: string[] }
  onSave: (saved: SavedPrompt) => unknown
}

/** Saves messages as a new version of a prompt, or as a new prompt. */
export function SavePromptForm({ content, initial, onSave }: SavePromptFormProps) {
  const [name, setName] = useState(() => toPromptName(initial.name))
  const [message, setMessage] = useState((initial.message ?? '').slice(0, MAX_MESSAGE_LENGTH))
  const [labels, setLabels] = useState(initial.labels ?? [])
  const queries = useQueryClient()
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const parsed = PromptName.safeParse(name)
  const hasBadLabel = labels.some((label) => !PromptLabel.safeParse(label).success)
  const save = useMutation({
    mutationFn: () => savePrompt(content, { name, message, labels }),
    onSuccess: async ({ version, isNew }) => {
      showToast(
        isNew
          ? `Saved as v${version} of ${name}`
          : `v${version} of ${name} already has this content`,
      )
      await queries.invalidateQueries({ queryKey: api.prompts.key() })
      await onSave({ name, version, labels })
    },
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <Autocomplete
          data-autofocus
          label="Prompt"
          description="Choose a prompt to add a version, or enter a new name"
          data={prompts.map((prompt) => prompt.name)}
          value={name}
          error={parsed.success ? undefined : parsed.error.issues[0]?.message}
          onChange={setName}
        />
        <TagsInput
          label="Labels"
          description="Agents that follow a label use this version from their next run"
          value={labels}
          error={hasBadLabel ? 'Letters, digits, _, . and -, at most 64; not latest' : undefined}
          onChange={setLabels}
        />
        <Textarea
          label="Change description"
          autosize
          minRows={3}
          maxLength={MAX_MESSAGE_LENGTH}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {save.error && <ErrorPanel action="save the prompt" error={save.error} />}
        <DisabledReason
          reason={
            !parsed.success ? 'Enter a valid name' : hasBadLabel && 'One of the labels is not valid'
          }
        >
          <Button type="submit" loading={save.isPending}>
            Save version
          </Button>
        </DisabledReason>
      </Stack>
    </form>
  )
}

const toPromptName = (name: string): string =>
  name
    .trim()
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[^a-zA-Z0-9]+|-+$/g, '')

type Target = { name: string; message: string; labels: string[] }

async function savePrompt(content: PromptContent, { name, message, labels }: Target) {
  const prompts = await client.prompts.list({})
  if (!prompts.some((prompt) => prompt.name === name)) await client.prompts.create({ name })
  return await client.prompts.commit({ prompt: name, content, message, labels })
}
