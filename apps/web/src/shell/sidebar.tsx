import { UnstyledButton } from '@mantine/core'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePreferences } from '../lib/browser/preferences.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { InboxBadge } from './inbox-badge.tsx'
import { navEntries } from './nav-entries.ts'
import styles from './sidebar.module.css'

export function Rail() {
  const isWide = usePreferences((state) => state.isRailWide)
  const at = (place: 'top' | 'bottom') => navEntries.filter((entry) => entry.place === place)

  return (
    <nav className={styles.root} data-wide={isWide || undefined} aria-label="Main">
      {at('top').map((entry) => (
        <RailLink key={entry.to} entry={entry} isWide={isWide} />
      ))}
      <span className={styles.gap} />
      {at('bottom').map((entry) => (
        <RailLink key={entry.to} entry={entry} isWide={isWide} />
      ))}
      <RailSwitch />
    </nav>
  )
}

/** For its key, see `useShellHotkeys`. */
function RailSwitch() {
  const { isRailWide, setRailWide } = usePreferences()
  const label = isRailWide ? 'Collapse sidebar' : 'Expand sidebar'
  return (
    <UnstyledButton
      className={styles.link ?? ''}
      aria-label={label}
      onClick={() => setRailWide(!isRailWide)}
    >
      <RailItem
        icon={isRailWide ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
        label={label}
        keys="["
        isWide={isRailWide}
      />
    </UnstyledButton>
  )
}

type RailLinkProps = {
  entry: (typeof navEntries)[number]
  isWide: boolean
}

function RailLink({ entry, isWide }: RailLinkProps) {
  return (
    <Link
      to={entry.to}
      className={styles.link ?? ''}
      activeOptions={{ exact: entry.to === '/' }}
      aria-label={isWide ? undefined : entry.label}
    >
      <RailItem icon={entry.icon} label={entry.label} keys={entry.keys} isWide={isWide}>
        {entry.to === '/inbox' && <InboxBadge />}
      </RailItem>
    </Link>
  )
}

type RailItemProps = {
  icon: Icon
  label: string
  keys: string
  isWide: boolean
  children?: ReactNode
}

function RailItem({ icon: Symbol, label, keys, isWide, children }: RailItemProps) {
  return (
    <>
      <Symbol size={18} stroke={1.5} className={styles.icon} aria-hidden />
      {children}
      {isWide ? (
        <>
          <span className={styles.label}>{label}</span>
          <span aria-hidden>
            <Keys keys={keys} />
          </span>
        </>
      ) : (
        <span className={styles.hint} aria-hidden>
          {label} <Keys keys={keys} />
        </span>
      )}
    </>
  )
}
