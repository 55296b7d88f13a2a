import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Facts beside the title: a count, a status. */
  facts?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** The page's one `h1`; it also names the page in the breadcrumb and the browser's tab. */
export function PageHeader({ title, facts, actions }: PageHeaderProps) {
  usePageTitle(title)

  return (
    <header className={styles.root}>
      <h1>{title}</h1>
      {facts && <div className={styles.facts}>{facts}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
