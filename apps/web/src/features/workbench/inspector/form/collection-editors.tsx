import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import { plural } from '../../../../lib/format/format.ts'
import { fromPairRows, PairRows, toPairRows } from '../../../../ui/fields/pair-rows.tsx'
import { useFieldProblems } from '../fields/field-frame.tsx'
import styles from '../inspector.module.css'
import { useField, type FieldEditorProps } from './use-field.ts'

/** Selects a knowledge collection. */
export function CollectionEditor({ id, field }: FieldEditorProps<'collection'>) {
  const { data: collections = [] } = useQuery(api.knowledge.collections.queryOptions())
  const [value = '', set] = useField({ id, field })
  const problem = useFieldProblems(field.name)
  const names = collections.map(({ name }) => name)
  const collection = collections.find(({ name }) => name === value)
  const isKnown = value === '' || names.includes(value)

  return (
    <>
      <Select
        label={field.label}
        placeholder="Select a collection"
        description={
          collection &&
          `${plural(collection.documents, 'document')}, ${plural(collection.chunks, 'chunk')} · ${collection.embedding.model}`
        }
        data={isKnown ? names : [...names, value]}
        value={value || null}
        searchable
        allowDeselect={false}
        error={problem}
        wrapperProps={{ 'data-field': field.name }}
        onChange={(name) => {
          if (name !== null) set(name)
        }}
      />
      <p className={styles.hint}>
        <Link to="/knowledge" search={{ collection: value || undefined }}>
          {collection ? 'Open collection' : 'Open collections'}
        </Link>
      </p>
    </>
  )
}

/** Rows without a name are incomplete, so only the form keeps them. */
export function MetadataEditor({ id, field }: FieldEditorProps<'metadata'>) {
  const [filter = {}, set] = useField({ id, field })
  const entries = Object.entries(filter).map(([name, value]) => [name, String(value)])
  const [rows, setRows] = useState(toPairRows(Object.fromEntries(entries)))
  return (
    <PairRows
      legend={field.label}
      itemName="condition"
      placeholder="name"
      rows={rows}
      onChange={(next) => {
        setRows(next)
        const pairs = Object.entries(fromPairRows(next)).map(([name, value]) => [
          name,
          typed(value),
        ])
        set(pairs.length > 0 ? Object.fromEntries(pairs) : undefined)
      }}
    />
  )
}

/** Metadata distinguishes numbers and booleans from text. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}
