import { IconPinFilled } from '@tabler/icons-react'
import styles from './traces.module.css'

/** Stands beside the name of what is pinned. */
export function PinnedMark() {
  return (
    <span className={styles.pinned} title="Pinned: kept however old" role="img" aria-label="Pinned">
      <IconPinFilled size={14} />
    </span>
  )
}
