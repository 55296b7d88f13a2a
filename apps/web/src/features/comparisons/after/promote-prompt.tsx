import { Autocomplete, Button, TagsInput, Textarea } from '@mantine/core'
import { PromptLabel, PromptName, type VariantBase } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import styles from '../comparison.module.css'

const MOST = 500

type PromotePromptProps = {
  base: Extract<VariantBase, { type: 'prompt' }>
  name: string
  /** Names the comparison and its verdict. */
  suggested: string
}

/** A bare prompt as a version of one in the registry, or as a new one. */
export function PromotePrompt({ base, name, suggested }: PromotePromptProps) {
  const [to, setTo] = useState(base.from?.prompt ?? nameFrom(name))
  const [message, setMessage] = useState(suggested.slice(0, MOST))
  const [labels, setLabels] = useState(['candidate'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const parsed = PromptName.safeParse(to)
  const hasBadLabel = labels.some((label) => !PromptLabel.safeParse(label).success)
  const make = useMutation({
    mutationFn: () => savePrompt(base, { name: to, message, labels }),
    onSuccess: async ({ version, isNew }) => {
      showToast(isNew ? `Saved as v${version} of ${to}` : `v${version} of ${to} says this already`)
      await queries.invalidateQueries({ queryKey: api.prompts.key() })
      await navigate({ to: '/prompts/$name', params: { name: to }, search: { version } })
    },
  })

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <Autocomplete
        label="Prompt"
        description="A new version of one that is there, or a new prompt"
        data={prompts.map((prompt) => prompt.name)}
        value={to}
        error={parsed.success ? undefined : parsed.error.issues[0]?.message}
        onChange={setTo}
      />
      <TagsInput
        label="Labels"
        description="Agents that follow a label take this version from their next run on"
        value={labels}
        error={hasBadLabel ? 'Letters, digits, _, . and -, at most 64; not latest' : undefined}
        onChange={setLabels}
      />
      <Textarea
        label="What changed"
        autosize
        minRows={3}
        maxLength={MOST}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {make.error && <ErrorPanel attempted="save the prompt" error={make.error} />}
      <Button type="submit" disabled={!parsed.success || hasBadLabel} loading={make.isPending}>
        Save the version
      </Button>
    </form>
  )
}

const nameFrom = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')

type Target = { name: string; message: string; labels: string[] }

async function savePrompt(
  { messages, model }: PromotePromptProps['base'],
  { name, message, labels }: Target,
) {
  const known = await client.prompts.list({})
  if (!known.some((prompt) => prompt.name === name)) await client.prompts.create({ name })
  return await client.prompts.commit({
    prompt: name,
    content: { messages, model },
    message,
    labels,
  })
}
