import { describeError } from '../../../lib/describe-error.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useSaving, useWorkbench } from '../workbench-context.ts'
import styles from './topbar.module.css'

/** Where the changes are: on the server, on their way, or only in this browser. */
export function SaveStatus() {
  const { autosave } = useWorkbench()
  const save = useSaving((state) => state.save)
  const savedAt = useSaving((state) => state.savedAt)

  switch (save.status) {
    case 'saved':
      return (
        <span className={styles.status}>
          Saved <RelativeTime at={savedAt} />
        </span>
      )
    case 'unsaved':
    case 'saving':
      return <span className={styles.status}>Saving…</span>
    case 'unreachable':
      return (
        <span className={styles.status} data-tone="warning" role="status">
          Not saved: server unreachable — kept in this browser
          <button type="button" className={styles.link} onClick={autosave.retry}>
            Retry
          </button>
        </span>
      )
    case 'refused':
      return (
        <span
          className={styles.status}
          data-tone="error"
          role="alert"
          title={describeError(save.error).message}
        >
          Not saved: {describeError(save.error).message.split('\n')[0]} — kept in this browser
        </span>
      )
    default:
      return (
        <span className={styles.status} data-tone="error">
          Not saved: two versions
        </span>
      )
  }
}
