import type { ReactNode } from 'react'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Facts next to the title, such as a count or a status. */
  facts?: ReactNode
  /** Buttons at the right edge. */
  actions?: ReactNode
}

/** The page's only `h1`. Also sets the breadcrumb and the document title. */
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
