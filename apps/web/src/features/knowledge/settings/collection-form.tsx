import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useCheckedForm } from '../../../ui/schema-form/use-checked-form.ts'
import styles from '../knowledge.module.css'
import { type CollectionDraft, findProblems } from './collection-draft.ts'
import { EmbeddingFields } from './embedding-fields.tsx'

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
