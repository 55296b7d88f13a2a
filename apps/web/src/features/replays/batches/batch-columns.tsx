import type { BatchItem } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../ui/data-table.tsx'

const WORDS = { identical: 'identical', diverged: 'diverged', error: 'error' }

export const batchColumns: Column<BatchItem>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    width: '110px',
    cell: ({ verdict, replayId, remark }) =>
      verdict === null || replayId === null ? (
        remark === '' ? (
          'waiting'
        ) : (
          'skipped'
        )
      ) : (
        <Link to="/replays/$replayId" params={{ replayId }}>
          {WORDS[verdict]}
        </Link>
      ),
  },
  {
    id: 'title',
    header: 'Recorded run',
    cell: ({ traceId, title }) => (
      <Link to="/traces/$traceId" params={{ traceId }}>
        {title || traceId}
      </Link>
    ),
  },
  { id: 'remark', header: 'Where it parts', isSecondary: true, cell: ({ remark }) => remark },
]
