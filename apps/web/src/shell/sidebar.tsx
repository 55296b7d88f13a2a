import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePreferences } from '../lib/browser/preferences.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { navEntries } from './use-shell-hotkeys.ts'
import styles from './sidebar.module.css'
import { plural } from '../lib/format/format.ts'
import { useDelayed } from '../lib/browser/use-delayed.ts'
import { useWaitingRuns } from '../lib/api/use-waiting-runs.ts'

export function Sidebar() {
  const isExpanded = usePreferences((state) => state.isSidebarExpanded)
  const entriesAt = (place: 'top' | 'bottom') => navEntries.filter((entry) => entry.place === place)

  return (
    <nav className={styles.root} data-wide={isExpanded || undefined} aria-label="Main">
      {entriesAt('top').map((entry) => (
        <SidebarLink key={entry.to} entry={entry} isExpanded={isExpanded} />
      ))}
      <span className={styles.gap} />
      {entriesAt('bottom').map((entry) => (
        <SidebarLink key={entry.to} entry={entry} isExpanded={isExpanded} />
      ))}
      <SidebarSwitch />
    </nav>
  )
}

/** For its key, see `useShellHotkeys`. */
function SidebarSwitch() {
  const { isSidebarExpanded, setSidebarExpanded } = usePreferences()
  const label = isSidebarExpanded ? 'Collapse sidebar' : 'Expand sidebar'
  return (
    <UnstyledButton
      className={styles.link ?? ''}
      aria-label={label}
      onClick={() => setSidebarExpanded(!isSidebarExpanded)}
    >
      <SidebarItem
        icon={isSidebarExpanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
        label={label}
        keys="["
        isExpanded={isSidebarExpanded}
      />
    </UnstyledButton>
  )
}

type SidebarLinkProps = {
  entry: (typeof navEntries)[number]
  isExpanded: boolean
}

function SidebarLink({ entry, isExpanded }: SidebarLinkProps) {
  return (
    <Link
      to={entry.to}
      className={styles.link ?? ''}
      activeOptions={{ exact: entry.to === '/' }}
      aria-label={isExpanded ? undefined : entry.label}
    >
      <SidebarItem icon={entry.icon} label={entry.label} keys={entry.keys} isExpanded={isExpanded}>
        {entry.to === '/inbox' && <InboxBadge />}
      </SidebarItem>
    </Link>
  )
}

type SidebarItemProps = {
  icon: Icon
  label: string
  keys: string
  isExpanded: boolean
  children?: ReactNode
}

function SidebarItem({ icon: Symbol, label, keys, isExpanded, children }: SidebarItemProps) {
  return (
    <>
      <Symbol size={18} stroke={1.5} className={styles.icon} aria-hidden />
      {children}
      {isExpanded ? (
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

/** Delay, so that the page's own data is requested first. */
const REQUEST_DELAY_MS = 500

/** Number of runs that wait for a person. Empty at zero. */
function InboxBadge() {
  return useDelayed(REQUEST_DELAY_MS) && <WaitingCount />
}

function WaitingCount() {
  const { data } = useWaitingRuns()
  const count = data?.runs.length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge} data-count={data?.hasMore ? `${count}+` : count}>
      <VisuallyHidden>{plural(count, 'run')} waiting</VisuallyHidden>
    </span>
  )
}
