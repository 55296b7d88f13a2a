import {
  type Dataset,
  type DatasetChange,
  type DatasetVersion,
  type Example,
  type Json,
  parseImageDataUrl,
} from '@lathe/contract'
import { Button, Group, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { describePicture, pictureReplacer } from '../../../lib/values/pictures.ts'
import { ChangeMark } from '../../../ui/json/change-mark.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { TextChange } from '../../../ui/text/text-change.tsx'
import styles from '../datasets.module.css'
import { cellText } from '../examples/cell-text.ts'
import { DatasetPane } from '../dataset-pane.tsx'
import { type FieldChange, isSameJson } from '@lathe/graph'
import { jsonChanges } from '../../../lib/format/json-changes.ts'

const route = getRouteApi('/datasets/$name')

/** Examples per request. */
const PAGE = 100

type VersionChangesProps = {
  dataset: Dataset
  version: number
  /** Newest first. */
  versions: readonly DatasetVersion[]
}

export function VersionChanges({ dataset, version, versions }: VersionChangesProps) {
  const [selectedVersion, setSelectedVersion] = useState<number>()
  const from = selectedVersion ?? version - 1
  const earlierVersions = [
    ...versions.map((item) => item.version).filter((item) => item < version),
    0,
  ]
  const changesQuery = useInfiniteQuery(
    api.datasets.diff.infiniteOptions({
      input: (offset: number) => ({ dataset: dataset.id, from, to: version, offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: ({ added, removed, changed }, pages) => {
        const loadedCount = pages.reduce((total, { items }) => total + items.length, 0)
        return loadedCount < added + removed + changed ? loadedCount : undefined
      },
    }),
  )
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = changesQuery
  return (
    <DatasetPane title={`Changes in v${version}`}>
      <Select
        label="Compare with"
        allowDeselect={false}
        data={earlierVersions.map((item) => ({
          value: String(item),
          label: item === 0 ? 'No examples' : `v${item}`,
        }))}
        value={String(from)}
        onChange={(value) => setSelectedVersion(Number(value))}
      />
      {isPending && <SkeletonRows contentLabel="what changed" count={4} />}
      {data && <Changes pages={data.pages} version={version} from={from} />}
      {error && <ErrorPanel action="compare the versions" error={error} />}
      {hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </DatasetPane>
  )
}

type ChangesProps = {
  pages: readonly (Record<DatasetChange['type'], number> & { items: DatasetChange[] })[]
  version: number
  from: number
}

function Changes({ pages, version, from }: ChangesProps) {
  const [first] = pages
  if (!first || first.items.length === 0)
    return <p className={styles.muted}>The two versions have the same examples.</p>
  return (
    <>
      <p className={styles.muted}>
        {plural(first.added, 'example')} added, {formatExactCount(first.changed)} changed,{' '}
        {formatExactCount(first.removed)} removed
      </p>
      <ul className={styles.changes}>
        {pages
          .flatMap(({ items }) => items)
          .map((change) => (
            <li key={(change.type === 'removed' ? change.before : change.after).id}>
              <Change change={change} shownVersion={change.type === 'removed' ? from : version} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Names an example by its first text input, or a picture if it has no text. */
function exampleTitle({ inputs }: Example): string {
  const texts = Object.values(inputs).map(cellText)
  const text = texts.find((item) => item !== '' && !parseImageDataUrl(item)) ?? texts[0] ?? ''
  return (describePicture(text) ?? text.slice(0, 80)) || 'Example'
}

function Change({ change, shownVersion }: { change: DatasetChange; shownVersion: number }) {
  const { name } = route.useParams()
  const example = change.type === 'removed' ? change.before : change.after
  return (
    <>
      <ChangeMark type={change.type} />{' '}
      <Link
        to="/datasets/$name"
        params={{ name }}
        search={{ version: shownVersion, open: example.id }}
        className={styles.name}
      >
        {exampleTitle(example)}
      </Link>
      {change.type === 'changed' && (
        <dl className={styles.fieldChanges}>
          {listChangedFields(change.before, change.after).map((changed) => (
            <div key={changed.field}>
              <dt>{changed.field}</dt>
              <dd>
                {'changes' in changed ? (
                  changed.changes.map((field) => <FieldChangeView key={field.path} field={field} />)
                ) : (
                  <TextChange before={changed.before} after={changed.after} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The values as text, or the differing parts of two structured values. */
type ChangedField = { field: string } & (
  | { before: string; after: string }
  | { changes: FieldChange[] }
)

/** Lists the fields in which two versions differ. The order of keys does not matter. */
export function listChangedFields(before: Example, after: Example): ChangedField[] {
  const names = new Set([...Object.keys(before.inputs), ...Object.keys(after.inputs)])
  const fields: [string, (example: Example) => Json | undefined][] = [
    ...[...names].map((name): [string, (example: Example) => Json | undefined] => [
      name,
      ({ inputs }) => inputs[name],
    ]),
    ['Reference', ({ reference }) => reference],
    ['Splits', ({ splits }) => splits.join(', ')],
    ['Metadata', ({ metadata }) => (Object.keys(metadata).length === 0 ? '' : metadata)],
    ['Attachments', ({ files }) => files.map(({ name }) => name).join(', ')],
  ]
  return fields.flatMap(([field, read]): ChangedField[] => {
    const [oldValue, newValue] = [read(before) ?? '', read(after) ?? '']
    if (isSameJson(oldValue, newValue)) return []
    const areInParts = [oldValue, newValue].every((value) => typeof value === 'object')
    return [
      areInParts
        ? { field, changes: jsonChanges(oldValue, newValue) }
        : { field, before: formatValue(oldValue), after: formatValue(newValue) },
    ]
  })
}

/** Formats JSON over several lines, with pictures described in words. */
const formatValue = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, pictureReplacer, 2)
