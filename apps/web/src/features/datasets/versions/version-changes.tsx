import type { Dataset, DatasetVersion, Example } from '@lathe/contract'
import { Select } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatExactCount, plural } from '../../../lib/format.ts'
import { ChangeMark, type ChangeType } from '../../../ui/change-mark.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import styles from '../datasets.module.css'
import { cellText } from '../examples/cell-text.ts'
import { Pane } from '../pane.tsx'
import { fieldsOf } from './fields-of.ts'
import { mostChanges } from './most-changes.ts'

const route = getRouteApi('/datasets/$name')

/** Examples that are shown one by one. */
const SHOWN = 200
/** Examples that are asked for. */
const MOST = 2_000

type VersionChangesProps = {
  dataset: Dataset
  version: number
  /** Newest first. */
  versions: readonly DatasetVersion[]
}

/** What a version has that an earlier one had not, example by example. */
export function VersionChanges({ dataset, version, versions }: VersionChangesProps) {
  const [chosen, setChosen] = useState<number>()
  const from = chosen ?? version - 1
  const earlier = [...versions.map((one) => one.version).filter((one) => one < version), 0]
  const most = mostChanges(versions, from, version)
  const { data, error } = useQuery(
    api.datasets.diff.queryOptions({
      input: most > MOST ? skipToken : { dataset: dataset.id, from, to: version },
    }),
  )
  return (
    <Pane title={`What v${version} changed`}>
      <Select
        label="Against"
        allowDeselect={false}
        data={earlier.map((one) => ({
          value: String(one),
          label: one === 0 ? 'No examples at all' : `v${one}`,
        }))}
        value={String(from)}
        onChange={(value) => setChosen(Number(value))}
      />
      {most > MOST ? (
        <p className={styles.muted}>
          Up to {formatExactCount(most)} examples are different: too many to be set side by side.
        </p>
      ) : error ? (
        <ErrorPanel attempted="compare the versions" error={error} />
      ) : data ? (
        <Changes {...data} version={version} from={from} />
      ) : (
        <SkeletonRows awaiting="what changed" count={4} />
      )}
    </Pane>
  )
}

type Changed = { type: ChangeType; before?: Example; after?: Example; shownIn: number }

type ChangesProps = {
  added: Example[]
  removed: Example[]
  changed: { before: Example; after: Example }[]
  version: number
  from: number
}

function Changes({ added, removed, changed, version, from }: ChangesProps) {
  const all: Changed[] = [
    ...changed.map((one) => ({ type: 'changed' as const, ...one, shownIn: version })),
    ...removed.map((before) => ({ type: 'removed' as const, before, shownIn: from })),
    ...added.map((after) => ({ type: 'added' as const, after, shownIn: version })),
  ]
  if (all.length === 0) return <p className={styles.muted}>The two have the same examples.</p>
  return (
    <>
      <p className={styles.muted}>
        {plural(added.length, 'example')} added, {changed.length} changed, {removed.length} removed
      </p>
      <ul className={styles.changes}>
        {all.slice(0, SHOWN).map((one) => (
          <li key={(one.after ?? one.before)?.id}>
            <Change {...one} />
          </li>
        ))}
      </ul>
      {all.length > SHOWN && <p className={styles.muted}>and {all.length - SHOWN} more</p>}
    </>
  )
}

function Change({ type, before, after, shownIn }: Changed) {
  const { name } = route.useParams()
  const example = after ?? before
  return (
    <>
      <ChangeMark type={type} />{' '}
      <Link
        to="/datasets/$name"
        params={{ name }}
        search={{ version: shownIn, open: example?.id }}
        className={styles.name}
      >
        {cellText(Object.values(example?.inputs ?? {})[0]).slice(0, 80) || 'An example'}
      </Link>
      {type === 'changed' && before && after && (
        <dl className={styles.fieldChanges}>
          {fieldsOf(before, after).map(({ field, was, is }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <WordDiff before={was} after={is} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
