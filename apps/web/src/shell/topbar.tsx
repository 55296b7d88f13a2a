import {
  ActionIcon,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { usePageTitleStore } from '../lib/browser/page-title.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { TopbarSlot } from '../ui/layout/topbar-slot.tsx'
import { togglePalette } from './dialog-store.ts'
import styles from './topbar.module.css'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useHotkeys } from '../lib/browser/hotkeys.ts'

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

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const otherScheme = current === 'light' ? 'dark' : 'light'
  const label = `Switch to the ${otherScheme} theme`
  const handleSwitch = () => setColorScheme(otherScheme)

  useHotkeys([{ label, group: 'Everywhere', run: handleSwitch }])

  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={handleSwitch}>
        {otherScheme === 'dark' ? (
          <IconMoon size={16} stroke={1.5} />
        ) : (
          <IconSun size={16} stroke={1.5} />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
