import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import { plural } from '../../../../lib/format/format.ts'
import { fromPairRows, toPairRows } from '../../../../lib/values/pairs.ts'
import { PairRows } from '../../../../ui/fields/pair-rows.tsx'
import { type EditorProps, setOrDrop } from '../use-member.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { useFieldProblems } from '../fields/field-frame.tsx'
import { NumberField } from '../fields/scalar-fields.tsx'
import styles from '../inspector.module.css'
import { Section } from '../section.tsx'

/** Searches a collection: query, number of results and their channel. */
export function RetrieveEditor({ node, onChange }: EditorProps<'retrieve'>) {
  const { data: collections = [] } = useQuery(api.knowledge.collections.queryOptions())
  const problem = useFieldProblems('collection')
  const names = collections.map(({ name }) => name)
  const collection = collections.find(({ name }) => name === node.collection)
  const isKnown = node.collection === '' || names.includes(node.collection)

  return (
    <>
      <Section title="Collection" note={node.collection}>
        <Select
          label="Collection"
          placeholder="Select a collection"
          description={
            collection &&
            `${plural(collection.documents, 'document')}, ${plural(collection.chunks, 'chunk')} · ${collection.embedding.model}`
          }
          data={isKnown ? names : [...names, node.collection]}
          value={node.collection || null}
          searchable
          allowDeselect={false}
          error={problem}
          wrapperProps={{ 'data-field': 'collection' }}
          onChange={(collection) => {
            if (collection !== null) onChange({ ...node, collection }, 'collection')
          }}
        />
        <p className={styles.hint}>
          <Link to="/knowledge" search={{ collection: node.collection || undefined }}>
            {collection ? 'Open collection' : 'Open collections'}
          </Link>
        </p>
      </Section>
      <Section title="Search">
        <CodeTextField
          field="query"
          label="Query"
          kind="template"
          value={node.query}
          onChange={(query) => onChange({ ...node, query }, 'query')}
        />
        <div className={styles.pair}>
          <NumberField
            field="k"
            label="Chunks"
            placeholder="5"
            value={node.k}
            limits={{ min: 1, max: 100 }}
            onChange={(k) => onChange({ ...node, k: k ?? 5 }, 'k')}
          />
          <NumberField
            field="minScore"
            label="Minimum similarity"
            placeholder="none"
            value={node.minScore}
            limits={{ min: 0, max: 1, step: 0.05, isWhole: false }}
            onChange={(minScore) => onChange(setOrDrop(node, 'minScore', minScore), 'minScore')}
          />
        </div>
        <ChannelField
          field="writes"
          label="Save results to"
          description="A list of objects, best first. Each has n, text, source, url, lines, score and similarity"
          isClearable={false}
          value={node.writes}
          onChange={(writes) => {
            if (writes !== undefined) onChange({ ...node, writes }, 'writes')
          }}
        />
      </Section>
      <Section title="Filter" isFolded={!node.filter} note={node.filter && 'on'}>
        <Filter node={node} onChange={onChange} />
      </Section>
    </>
  )
}

type FilterProps = Pick<EditorProps<'retrieve'>, 'node' | 'onChange'>

/** Rows without a name are incomplete, so only the form keeps them. */
function Filter({ node, onChange }: FilterProps) {
  const filterEntries = Object.entries(node.filter ?? {}).map(([name, value]) => [
    name,
    String(value),
  ])
  const [rows, setRows] = useState(toPairRows(Object.fromEntries(filterEntries)))
  return (
    <PairRows
      legend="Only documents with this metadata"
      itemName="condition"
      placeholder="name"
      rows={rows}
      onChange={(next) => {
        setRows(next)
        const pairs = Object.entries(fromPairRows(next)).map(([name, value]) => [
          name,
          typed(value),
        ])
        const filter = pairs.length > 0 ? Object.fromEntries(pairs) : undefined
        onChange(setOrDrop(node, 'filter', filter), 'filter')
      }}
    />
  )
}

/** Metadata distinguishes numbers and booleans from text. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}
