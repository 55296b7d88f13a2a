import type { ReactNode } from 'react'
import styles from './span-detail.module.css'

type SectionProps = { title: string; count?: number; isFolded?: boolean; children: ReactNode }

export function Section({ title, count, isFolded = false, children }: SectionProps) {
  return (
    <details className={styles.section} open={!isFolded}>
      <summary>
        {title}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </summary>
      {children}
    </details>
  )
}
