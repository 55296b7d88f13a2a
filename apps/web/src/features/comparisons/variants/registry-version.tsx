import { Select } from '@mantine/core'
import type { PromptMessage, PromptVersion } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type RegistryVersionProps = {
  /** Its name in the registry. */
  prompt: string
  /** As the variant says them now. */
  messages: readonly PromptMessage[]
  onChange: (messages: PromptMessage[]) => void
}

/** Which version of a prompt of the registry a node says; none where it was edited here. */
export function RegistryVersion({ prompt, messages, onChange }: RegistryVersionProps) {
  const { data: versions } = useQuery(api.prompts.versions.queryOptions({ input: { prompt } }))
  if (!versions) return null
  const usable = versions.flatMap((version) =>
    version.content ? [{ ...version, messages: version.content.messages }] : [],
  )
  const said = canonicalJson(messages)
  const taken = usable.find((version) => canonicalJson(version.messages) === said)
  return (
    <Select
      label={`Version of ${prompt}`}
      placeholder="Edited here"
      allowDeselect={false}
      data={usable.map((version) => ({ value: String(version.version), label: title(version) }))}
      value={taken ? String(taken.version) : null}
      onChange={(number) => {
        const chosen = usable.find(({ version }) => String(version) === number)
        if (chosen) onChange(chosen.messages)
      }}
    />
  )
}

const title = ({ version, labels, message }: PromptVersion): string =>
  [`v${version}`, ...labels, ...(message === '' ? [] : [message.slice(0, 60)])].join(' · ')
