import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  /** Whether this state is the whole page, so that its title is the `h1`. */
  isPage?: boolean
  /** Describes the content that will appear, or names the filter that hides everything. */
  hint?: ReactNode
  /** Button or command that creates the first item. */
  action?: ReactNode
}

export function EmptyState({ title, isPage = false, hint, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.root}>
      <Title className={styles.title}>{title}</Title>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
