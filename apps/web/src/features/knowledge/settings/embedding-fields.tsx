import { findConnectionByName } from '@lathe/contract'
import { Autocomplete, NumberInput, Select } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import styles from '../knowledge.module.css'
import type { CollectionDraft } from './collection-draft.ts'

type EmbeddingFieldsProps = {
  draft: CollectionDraft
  problems: { connection?: string; model?: string }
  onChange: (changes: Partial<CollectionDraft>) => void
}

export function EmbeddingFields({ draft, problems, onChange }: EmbeddingFieldsProps) {
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
