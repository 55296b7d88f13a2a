import { Autocomplete, Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useCheckedForm } from '../../../ui/schema-form/use-checked-form.ts'
import styles from '../knowledge.module.css'
import { type CollectionDraft, findProblems } from './collection-draft.ts'
import { findConnectionByName } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'

type CollectionFormProps = {
  initial: CollectionDraft
  saveLabel: string
  isSaving: boolean
  error: unknown
  onType?: () => void
  onSave: (draft: CollectionDraft) => void
  /** Describes the consequence of saving. */
  findWarning?: (draft: CollectionDraft) => string | null
}

export function CollectionForm(props: CollectionFormProps) {
  const { initial, saveLabel, isSaving, error, onType, onSave, findWarning } = props
  const [draft, setDraft] = useState(initial)
  const problems = findProblems(draft)
  const change = (changes: Partial<CollectionDraft>) => {
    onType?.()
    setDraft({ ...draft, ...changes })
  }
  const warning = findWarning?.(draft)
  const { visibleErrors, form } = useCheckedForm(problems, () => onSave(draft))
  const toNumber = (value: string | number) => (typeof value === 'number' ? value : '')

  return (
    <form className={styles.form} {...form}>
      <TextInput
        label="Name"
        description="Graphs and tools refer to the collection by this name"
        required
        value={draft.name}
        error={visibleErrors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={4}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <EmbeddingFields draft={draft} problems={visibleErrors} onChange={change} />
      <div className={styles.triple}>
        <Select
          label="Split at"
          allowDeselect={false}
          data={[
            { value: 'markdown', label: 'headings' },
            { value: 'text', label: 'paragraphs' },
          ]}
          value={draft.by}
          onChange={(by) => change({ by: by === 'text' ? 'text' : 'markdown' })}
        />
        <NumberInput
          label="Chunk size, characters"
          min={100}
          max={8_000}
          step={100}
          value={draft.size}
          error={problems.size}
          onChange={(size) => change({ size: toNumber(size) })}
        />
        <NumberInput
          label="Overlap"
          min={0}
          step={50}
          value={draft.overlap}
          error={problems.overlap}
          onChange={(overlap) => change({ overlap: toNumber(overlap) })}
        />
      </div>
      {warning && <p className={styles.note}>{warning}</p>}
      {error ? <ErrorPanel action="save the collection" error={error} /> : null}
      <div>
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

type EmbeddingFieldsProps = {
  draft: CollectionDraft
  problems: { connection?: string; model?: string }
  onChange: (changes: Partial<CollectionDraft>) => void
}

function EmbeddingFields({ draft, problems, onChange }: EmbeddingFieldsProps) {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const connection = findConnectionByName(connections, draft.connection)
  const models = useQuery({
    ...api.models.list.queryOptions({ input: connection ? { id: connection.id } : skipToken }),
    retry: false,
  })
  const names = connections.map(({ name }) => name)
  const selected = connection?.name ?? draft.connection
  return (
    <>
      <div className={styles.triple}>
        <Select
          label="Connection"
          data={names.includes(selected) ? names : [...names, selected]}
          value={selected}
          allowDeselect={false}
          error={problems.connection}
          onChange={(name) => onChange({ connection: name ?? '', model: '' })}
        />
        <Autocomplete
          label="Embedding model"
          data={embeddingsFirst(models.data?.map(({ id }) => id) ?? [])}
          value={draft.model}
          error={problems.model}
          maxLength={256}
          onChange={(model) => onChange({ model })}
        />
        <NumberInput
          label="Dimensions"
          placeholder="model default"
          min={1}
          max={16_000}
          value={draft.dimensions}
          onChange={(value) => onChange({ dimensions: typeof value === 'number' ? value : '' })}
        />
      </div>
      {models.error && (
        <p className={styles.note}>
          The models of this connection could not be listed: {describeError(models.error).message}{' '}
          <Link to="/models" search={{ connection: selected }}>
            Open the connection
          </Link>
        </p>
      )}
    </>
  )
}

/** Providers list all models. Sort likely embedding models first. */
function embeddingsFirst(ids: readonly string[]): string[] {
  const embeds = ids.filter((id) => /embed|bge|e5|gte|minilm/i.test(id))
  return [...new Set([...embeds, ...ids])]
}
