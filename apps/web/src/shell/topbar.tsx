import { UnstyledButton } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { usePageTitleStore } from '../lib/browser/page-title.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { TopbarSlot } from '../ui/layout/topbar-slot.tsx'
import { togglePalette } from './dialog-store.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './topbar.module.css'

export function Topbar() {
  return (
    <section className={styles.root} aria-label="Location">
      <Breadcrumb />
      <TopbarSlot className={styles.slot} />
      <UnstyledButton className={styles.search} onClick={togglePalette}>
        <span className={styles.searchText}>Search or run a command</span>
        <Keys keys="mod+k" />
      </UnstyledButton>
      <ThemeSwitch />
    </section>
  )
}

function Breadcrumb() {
  const section = useMatches({ select: (matches) => matches.at(-1)?.staticData.section })
  const title = usePageTitleStore((state) => state.title)
  const isDeeper = title !== undefined && title !== section?.title

  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <Link to="/" className={styles.crumb ?? ''}>
        Lathe
      </Link>
      {section && (
        <>
          <Separator />
          {isDeeper ? (
            <Link to={section.to} className={styles.crumb ?? ''}>
              {section.title}
            </Link>
          ) : (
            <span aria-current="page">{section.title}</span>
          )}
        </>
      )}
      {isDeeper && (
        <>
          <Separator />
          <span aria-current="page" className={styles.last} title={title}>
            {title}
          </span>
        </>
      )}
    </nav>
  )
}

function Separator() {
  return (
    <span aria-hidden className={styles.mark}>
      ▸
    </span>
  )
}
