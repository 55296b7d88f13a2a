import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import styles from './run-error-panel.module.css'

const SHOWN = 8

/** What a connection has instead of the model it does not have. */
export function ModelsThere({ connectionId }: { connectionId: string }) {
  const { data: models = [] } = useQuery({
    ...api.models.list.queryOptions({ input: { id: connectionId } }),
    retry: false,
  })
  if (models.length === 0) return null
  const more = models.length - SHOWN
  return (
    <p className={styles.hint}>
      It has{' '}
      {models.slice(0, SHOWN).map(({ id }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <code>{id}</code>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
