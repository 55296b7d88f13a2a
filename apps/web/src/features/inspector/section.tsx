import type { ReactNode } from 'react'
import styles from './inspector.module.css'

type SectionProps = {
  title: string
  children: ReactNode
  /** Folded until asked for. */
  isFolded?: boolean
  /** Beside the title: what is set inside. */
  note?: ReactNode
}

export function Section({ title, children, isFolded = false, note }: SectionProps) {
  return (
    <details className={styles.section} open={!isFolded}>
      <summary className={styles.sectionTitle}>
        {title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
