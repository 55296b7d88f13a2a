import { Button } from '@mantine/core'
import styles from '../layout/shapes.module.css'

/** Warns that the stored values of a form changed while the user was editing it. */
export function EditConflictNote({ onShow }: { onShow: () => void }) {
  return (
    <p className={styles.note} role="status">
      This was changed elsewhere while you were editing. Saving overwrites that change.{' '}
      <Button variant="default" size="compact-xs" onClick={onShow}>
        Show saved version
      </Button>
    </p>
  )
}
