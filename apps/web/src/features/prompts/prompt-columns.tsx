import type { RegistryPrompt } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import styles from './prompts.module.css'

export const promptColumns: Column<RegistryPrompt>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, description, isArchived }) => (
      <span className={styles.cell}>
        <Link to="/prompts/$name" params={{ name }} className={styles.name}>
          {name}
        </Link>{' '}
        <span className={styles.muted}>
          {isArchived && 'archived · '}
          {description}
        </span>
      </span>
    ),
  },
  {
    id: 'labels',
    header: 'Labels',
    width: '280px',
    cell: ({ labels }) => (
      <span className={styles.cell}>
        {labels.map(({ label, version }) => (
          <span key={label} className={styles.label}>
            {label} <span className={styles.muted}>v{version}</span>
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    width: '160px',
    isSecondary: true,
    cell: ({ tags }) => <span className={styles.cell}>{tags.join(', ')}</span>,
  },
  {
    id: 'version',
    header: 'Newest',
    width: '80px',
    isNumeric: true,
    cell: ({ version }) => (version === 0 ? '—' : `v${version}`),
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
