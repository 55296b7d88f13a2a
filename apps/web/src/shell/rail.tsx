import { Link } from '@tanstack/react-router'
import { usePreferences } from '../lib/preferences.ts'
import { Keys } from '../ui/keys.tsx'
import { InboxBadge } from './inbox-badge.tsx'
import { navEntries } from './nav-entries.ts'
import styles from './rail.module.css'

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
    </nav>
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
      <entry.icon size={18} stroke={1.5} className={styles.icon} aria-hidden />
      {entry.to === '/inbox' && <InboxBadge />}
      {isWide ? (
        <>
          <span className={styles.label}>{entry.label}</span>
          <span aria-hidden>
            <Keys keys={entry.keys} />
          </span>
        </>
      ) : (
        <span className={styles.hint} aria-hidden>
          {entry.label} <Keys keys={entry.keys} />
        </span>
      )}
    </Link>
  )
}
