import type { ReactNode } from 'react'
import styles from './status-line.module.css'

/** Announces a status without a toast. The content stays visible. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.root} role="status">
      {children}
    </p>
  )
}
