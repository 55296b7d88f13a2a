import {
  type Dataset,
  type DatasetChange,
  type DatasetVersion,
  type Example,
  parseImageDataUrl,
} from '@lathe/contract'
import { Button, Group, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { describePicture } from '../../../lib/values/pictures.ts'
import { ChangeMark } from '../../../ui/json/change-mark.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { TextChange } from '../../../ui/text/text-change.tsx'
import styles from '../datasets.module.css'
import { cellText } from '../examples/cell-text.ts'
import { Pane } from '../pane.tsx'
import { fieldsOf } from './fields-of.ts'

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
  const [chosen, setChosen] = useState<number>()
  const from = chosen ?? version - 1
  const earlier = [...versions.map((one) => one.version).filter((one) => one < version), 0]
  const found = useInfiniteQuery(
    api.datasets.diff.infiniteOptions({
      input: (offset: number) => ({ dataset: dataset.id, from, to: version, offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: ({ added, removed, changed }, pages) => {
        const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
        return seen < added + removed + changed ? seen : undefined
      },
    }),
  )
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = found
  return (
    <Pane title={`Changes in v${version}`}>
      <Select
        label="Compare with"
        allowDeselect={false}
        data={earlier.map((one) => ({
          value: String(one),
          label: one === 0 ? 'No examples' : `v${one}`,
        }))}
        value={String(from)}
        onChange={(value) => setChosen(Number(value))}
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
    </Pane>
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
              <Change change={change} shownIn={change.type === 'removed' ? from : version} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Names an example by its first text input, or a picture if it has no text. */
function nameOf({ inputs }: Example): string {
  const texts = Object.values(inputs).map(cellText)
  const text = texts.find((one) => one !== '' && !parseImageDataUrl(one)) ?? texts[0] ?? ''
  return (describePicture(text) ?? text.slice(0, 80)) || 'Example'
}

function Change({ change, shownIn }: { change: DatasetChange; shownIn: number }) {
  const { name } = route.useParams()
  const example = change.type === 'removed' ? change.before : change.after
  return (
    <>
      <ChangeMark type={change.type} />{' '}
      <Link
        to="/datasets/$name"
        params={{ name }}
        search={{ version: shownIn, open: example.id }}
        className={styles.name}
      >
        {nameOf(example)}
      </Link>
      {change.type === 'changed' && (
        <dl className={styles.fieldChanges}>
          {fieldsOf(change.before, change.after).map((changed) => (
            <div key={changed.field}>
              <dt>{changed.field}</dt>
              <dd>
                {'changes' in changed ? (
                  changed.changes.map((field) => <FieldChangeView key={field.path} field={field} />)
                ) : (
                  <TextChange before={changed.was} after={changed.is} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
