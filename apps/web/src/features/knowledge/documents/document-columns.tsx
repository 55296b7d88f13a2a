import type { KnowledgeDocument } from '@lathe/contract'
import { formatBytes, formatExactCount } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../knowledge.module.css'

export const documentColumns: Column<KnowledgeDocument>[] = [
  {
    id: 'name',
    header: 'Document',
    cell: ({ name, url, error }) => (
      <span className={styles.name} title={error?.message ?? url ?? name}>
        {name}
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', width: '84px', isSecondary: true, cell: ({ kind }) => kind },
  {
    id: 'status',
    header: 'State',
    width: '84px',
    cell: ({ status, error }) => <span title={error?.message}>{status}</span>,
  },
  {
    id: 'chunks',
    header: 'Chunks',
    width: '72px',
    isNumeric: true,
    cell: ({ chunks }) => formatExactCount(chunks),
  },
  {
    id: 'bytes',
    header: 'Size',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '96px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
