import type { Dataset } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/table/data-table.tsx'
import { Count } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import styles from './datasets.module.css'

export const datasetColumns: Column<Dataset>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, description }) => (
      <span className={styles.cell}>
        <Link to="/datasets/$name" params={{ name }} className={styles.name}>
          {name}
        </Link>{' '}
        <span className={styles.muted}>{description}</span>
      </span>
    ),
  },
  {
    id: 'examples',
    header: 'Examples',
    width: '96px',
    isNumeric: true,
    cell: ({ examples }) => <Count value={examples} />,
  },
  {
    id: 'version',
    header: 'Version',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ version }) => (version === 0 ? '—' : version),
  },
  {
    id: 'experiments',
    header: 'Experiments',
    width: '104px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ experiments }) => <Count value={experiments} />,
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
