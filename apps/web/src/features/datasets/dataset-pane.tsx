import { CloseButton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './datasets.module.css'

const route = getRouteApi('/datasets/$name')

export function DatasetPane({ title, children }: { title: string; children: ReactNode }) {
  const navigate = route.useNavigate()
  const close = () =>
    void navigate({
      search: (search) => ({ ...search, open: undefined, pane: undefined, changes: undefined }),
    })
  return (
    <aside className={styles.pane} aria-label={title}>
      <header className={styles.paneHead}>
        <h2>{title}</h2>
        <CloseButton aria-label="Close" onClick={close} />
      </header>
      <div className={styles.paneBody}>{children}</div>
    </aside>
  )
}
