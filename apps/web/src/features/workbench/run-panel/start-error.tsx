import { Button } from '@mantine/core'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useSetSearch } from '../use-workbench-search.ts'
import styles from './composer/composer.module.css'

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** Shows why a run could not start, with a link to the cause. */
export function StartError({ error }: { error: unknown }) {
  const setSearch = useSetSearch()
  const code = errorCode(error)
  const busy = read(read(error, 'data'), 'runId')
  return (
    <div className={styles.error}>
      <ErrorPanel action="start the run" error={error} />
      {code === 'GRAPH_INVALID' && (
        <Button size="xs" variant="default" onClick={() => setSearch({ tab: 'problems' })}>
          Show problems
        </Button>
      )}
      {code === 'THREAD_BUSY' && typeof busy === 'string' && (
        <Button size="xs" variant="default" onClick={() => setSearch({ run: busy })}>
          Show run
        </Button>
      )}
    </div>
  )
}
