import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { formatDuration, plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import styles from './models.module.css'

/** Lists the provider's models with the saved settings and shows the outcome. */
export function ConnectionTest({ connectionId }: { connectionId: string }) {
  const test = useMutation(api.models.testConnection.mutationOptions())
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ id: connectionId })}
      >
        Test connection
      </Button>
      <div aria-live="polite">
        {test.data?.ok === true && (
          <span>
            Works: {plural(test.data.models, 'model')} in {formatDuration(test.data.latencyMs)}
          </span>
        )}
        {test.data?.ok === false && (
          <div className={styles.refused}>
            <p>{test.data.error.message}</p>
            {test.data.error.hint && <p className={styles.note}>{test.data.error.hint}</p>}
            <code>{test.data.error.code}</code>
          </div>
        )}
        {test.error && <ErrorPanel action="test the connection" error={test.error} />}
      </div>
    </div>
  )
}
