import { Button } from '@mantine/core'
import { describeError } from '../../../lib/describe-error.ts'
import { useComparison } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import type { SaveState } from './autosave.ts'

/** Only what keeps an edit from being saved is told. */
export function SaveLine({ state }: { state: SaveState }) {
  const { autosave } = useComparison()
  if (state.type === 'conflict') {
    return (
      <p className={styles.alert} role="alert">
        Somebody else changed this comparison meanwhile.
        <Button size="xs" variant="default" onClick={() => autosave.settle(state.theirs, 'theirs')}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={() => autosave.settle(state.theirs, 'ours')}>
          Keep mine
        </Button>
      </p>
    )
  }
  if (state.type !== 'failed') return null
  return (
    <p className={styles.alert} role="alert">
      Not saved: {describeError(state.error).message}
      <Button
        size="xs"
        variant="default"
        onClick={() => void autosave.flush().catch(() => undefined)}
      >
        Try again
      </Button>
    </p>
  )
}
