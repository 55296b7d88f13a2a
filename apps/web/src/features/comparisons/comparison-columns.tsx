import { ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import type { Comparison } from '@lathe/contract'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './comparison.module.css'
import { rulingsText } from './statistics/ruling-words.ts'
import { StatusText } from './status-text.tsx'

type Actions = {
  remove: (comparison: Comparison) => void
  duplicate: (id: string) => void
}

export const comparisonColumns = ({ remove, duplicate }: Actions): Column<Comparison>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/compare/$id" params={{ id }} className={styles.listName}>
        {name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '220px',
    cell: (comparison) => <StatusText comparison={comparison} />,
  },
  {
    id: 'verdict',
    header: 'Verdict',
    width: '200px',
    cell: ({ rulings }) => (rulings ? rulingsText(rulings) : ''),
  },
  {
    id: 'variants',
    header: 'Variants',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ variants }) => variants,
  },
  {
    id: 'cases',
    header: 'Cases',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ cases }) => cases,
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: '88px',
    cell: (comparison) => (
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Duplicate ${comparison.name}`}
          onClick={() => duplicate(comparison.id)}
        >
          <IconCopy size={14} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${comparison.name}`}
          onClick={() => remove(comparison)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Group>
    ),
  },
]
