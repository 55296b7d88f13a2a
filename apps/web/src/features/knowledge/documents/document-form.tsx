import type { DocumentMetadata, KnowledgeDocument } from '@lathe/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { fromPairRows, PairRows, toPairRows } from '../../../ui/fields/pair-rows.tsx'
import { useFrozenValue } from '../../../lib/browser/use-frozen-value.ts'
import { EditConflictNote } from '../../../ui/feedback/edit-conflict-note.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import styles from '../knowledge.module.css'

type DocumentFields = Pick<KnowledgeDocument, 'name' | 'metadata'>

/** Edits name and metadata, which search results show and filters use. */
export function EditDocument({
  document: { id, name, metadata },
}: {
  document: KnowledgeDocument
}) {
  const { value, key, isOutdated, freeze, release } = useFrozenValue<DocumentFields>({
    name,
    metadata,
  })
  return (
    <>
      {isOutdated && <EditConflictNote onShow={release} />}
      <DocumentForm key={key} id={id} document={value} onType={freeze} onSaved={release} />
    </>
  )
}

type DocumentFormProps = {
  id: string
  document: DocumentFields
  onType: () => void
  onSaved: () => void
}

function DocumentForm({ id, document, onType, onSaved }: DocumentFormProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(document.name)
  const [rows, setRows] = useState(toPairRows(asTexts(document.metadata)))
  const metadata = asMetadata(fromPairRows(rows))
  const isChanged =
    name !== document.name || JSON.stringify(metadata) !== JSON.stringify(document.metadata)
  const save = useMutation({
    mutationFn: () => client.knowledge.editDocument({ id, name, metadata }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
      onSaved()
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextInput
        label="Name"
        description="Shown in citations"
        required
        value={name}
        onChange={(event) => {
          onType()
          setName(event.currentTarget.value)
        }}
      />
      <PairRows
        legend="Metadata"
        itemName="field"
        rows={rows}
        onChange={(next) => {
          onType()
          setRows(next)
        }}
      />
      {save.error && <ErrorPanel action="save the document" error={save.error} />}
      {isChanged && (
        <div>
          <Button size="xs" type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

const asTexts = (metadata: DocumentMetadata) =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]))

/** Filters distinguish numbers and booleans from text, so parse them. */
function asMetadata(texts: Record<string, string>): DocumentMetadata {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (text === 'true' || text === 'false') return [key, text === 'true']
      const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
      return [key, isNumber ? Number(text) : text]
    }),
  )
}
