import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { DeleteModel } from './delete-model.tsx'
import styles from './models.module.css'

/** Prefix of fine-tuned models. */
const isFineTuned = (name: string) => name.startsWith('ft:')

export function ConnectionModels({ connectionId }: { connectionId: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...api.models.list.queryOptions({ input: { id: connectionId } }),
    retry: false,
  })
  return (
    <section className={styles.models} aria-label="Models">
      <h3>Models</h3>
      {isPending && <SkeletonRows contentLabel="the models" count={3} />}
      {error && (
        <ErrorPanel action="list the models" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState
          title="The provider lists no models"
          hint="You can still type a model name into a node."
        />
      )}
      <ul>
        {data?.map((model) => (
          <li key={model.id}>
            <code>{model.id}</code>
            {model.ownedBy && <span className={styles.note}>{model.ownedBy}</span>}
            <span className={styles.modelActions}>
              <CopyButton value={model.id} label={`Copy ${model.id}`} />
              {isFineTuned(model.id) && <DeleteModel connectionId={connectionId} name={model.id} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
