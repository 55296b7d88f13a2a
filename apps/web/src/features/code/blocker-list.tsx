import type { ExportBlocker } from '@lathe/graph/export'
import { Link } from '@tanstack/react-router'
import { plural } from '../../lib/format.ts'
import styles from './code.module.css'

type BlockerListProps = {
  agent: string
  blockers: readonly ExportBlocker[]
}

const MOST = 3

/** Why there is no code yet. */
export function BlockerList({ agent, blockers }: BlockerListProps) {
  if (blockers.length === 0) return null
  const more = blockers.length - MOST
  return (
    <div className={styles.blockers} role="status">
      <p>
        There is no code until this is put right in the{' '}
        <Link to="/agents/$agent" params={{ agent }} search={{ tab: 'problems' }}>
          workbench
        </Link>
        :
      </p>
      <ul>
        {blockers.slice(0, MOST).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {more > 0 && <li>and {plural(more, 'problem')} more</li>}
      </ul>
    </div>
  )
}
