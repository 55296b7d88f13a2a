import { Button, Select, Menu } from '@mantine/core'
import type { Prompt, PromptVersion } from '@lathe/contract'
import { DEFAULT_LABEL, type RegistryRef, registryRefLabel } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../../lib/api/api.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import styles from '../inspector.module.css'
import { PromptPreview } from './preview/prompt-preview.tsx'

type RegistryPromptProps = {
  field: string
  prompt: RegistryRef
  onChange: (prompt: Prompt) => void
}

/** Selects a registry prompt by label or by version. */
export function RegistryPrompt({ field, prompt, onChange }: RegistryPromptProps) {
  const { name } = prompt
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const isKnown = prompts.some((candidate) => candidate.name === name)
  const { data: versions = [] } = useQuery(
    api.prompts.versions.queryOptions({ input: { prompt: name }, enabled: isKnown }),
  )
  const labels = prompts.find((candidate) => candidate.name === name)?.labels ?? []
  const messages = versions.find((version) => isTaken(version, prompt))?.content?.messages
  const reference = registryRefLabel(prompt)

  return (
    <FieldFrame field={field} label={undefined} isContainer>
      <div className={styles.inner}>
        <Select
          label="Registry prompt"
          searchable
          allowDeselect={false}
          data={[...new Set([...prompts.map((candidate) => candidate.name), name])]}
          value={name}
          onChange={(value) => {
            if (value !== null) onChange({ name: value })
          }}
        />
        <Select
          label="Label or version"
          description="Runs follow a label when it moves. A version never changes."
          allowDeselect={false}
          data={[
            {
              group: 'Labels',
              items: [...new Set([DEFAULT_LABEL, ...labels.map(({ label }) => label)])],
            },
            { group: 'Versions', items: versions.map(({ version }) => `v${version}`) },
            ...(isListed(reference, labels, versions) ? [] : [reference]),
          ]}
          value={reference}
          onChange={(value) => {
            if (value !== null) onChange(registryRef(name, value))
          }}
        />
        <div className={styles.row}>
          {isKnown && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/prompts/$name" params={{ name }} {...props} />}
            >
              Open prompt
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange({ messages: messages ?? [{ role: 'system', text: '' }] })}
          >
            Edit a copy here
          </Button>
        </div>
        {messages && <PromptPreview messages={messages} />}
      </div>
    </FieldFrame>
  )
}

const isTaken = ({ version, labels }: PromptVersion, ref: RegistryRef): boolean =>
  ref.version === undefined ? labels.includes(ref.label ?? DEFAULT_LABEL) : version === ref.version

type Labels = readonly { label: string }[]

const isListed = (reference: string, labels: Labels, versions: readonly PromptVersion[]): boolean =>
  reference === DEFAULT_LABEL ||
  labels.some(({ label }) => label === reference) ||
  versions.some(({ version }) => `v${version}` === reference)

function registryRef(name: string, value: string): RegistryRef {
  const version = /^v(\d+)$/.exec(value)?.[1]
  if (version !== undefined) return { name, version: Number(version) }
  return value === DEFAULT_LABEL ? { name } : { name, label: value }
}

/** Replaces the messages by a registry prompt. */
export function RegistryMenu({ onChoose }: { onChoose: (prompt: Prompt) => void }) {
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const usable = prompts.filter(({ version, isArchived }) => version > 0 && !isArchived)
  if (usable.length === 0) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          From registry…
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {usable.map(({ name, labels, version }) => (
          <Menu.Item
            key={name}
            onClick={() =>
              onChoose(
                labels.some(({ label }) => label === 'production') ? { name } : { name, version },
              )
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
