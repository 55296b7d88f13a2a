import type { ReactNode } from 'react'
import styles from './status-line.module.css'

/** A line, not a toast: what is shown stays, and this is told of it. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.root} role="status">
      {children}
    </p>
  )
}
