import type { Dataset } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './datasets.module.css'
import { cellText } from './examples/cell-text.ts'
import { useChange } from './examples/use-change.ts'
import { DatasetPane } from './dataset-pane.tsx'

export function DuplicatesPane({ dataset }: { dataset: Dataset }) {
  const { data, error } = useQuery(
    api.datasets.duplicates.queryOptions({ input: { dataset: dataset.id } }),
  )
  const { remove, isPending } = useChange(dataset.id)
  const groups = data?.groups ?? []
  const duplicates = groups.flatMap((group) => group.slice(1))
  const removeAll = () =>
    remove(duplicates).then(
      () => showToast(`${plural(duplicates.length, 'duplicate')} removed. Undo brings them back.`),
      (failure: unknown) => showToast(describeError(failure).message, 'error'),
    )
  return (
    <DatasetPane title="Duplicates">
      {error && <ErrorPanel action="find duplicates" error={error} />}
      {data && groups.length === 0 && (
        <p className={styles.muted}>No two examples have the same inputs.</p>
      )}
      {groups.length > 0 && (
        <>
          <p className={styles.muted}>
            {plural(data?.total ?? 0, 'group')} of examples with the same inputs. The first example
            of each group is kept.
          </p>
          <ul className={styles.list}>
            {groups.map((group) => (
              <li key={group[0]?.id}>
                {group.length} × {cellText(group[0]?.inputs).slice(0, 160)}
              </li>
            ))}
          </ul>
          <Button loading={isPending} onClick={() => void removeAll()}>
            Remove {plural(duplicates.length, 'duplicate')}
          </Button>
        </>
      )}
    </DatasetPane>
  )
}
