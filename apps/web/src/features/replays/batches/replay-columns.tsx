import type { Replay } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../ui/data-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { MODES } from '../modes.ts'

export const replayColumns: Column<Replay>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    width: '110px',
    cell: ({ verdict, status }) => verdict ?? status,
  },
  {
    id: 'title',
    header: 'Replay of',
    cell: ({ id: replayId, title, agentSlug }) => (
      <Link to="/replays/$replayId" params={{ replayId }}>
        {title || agentSlug}
      </Link>
    ),
  },
  {
    id: 'mode',
    header: 'Mode',
    width: '180px',
    isSecondary: true,
    cell: ({ mode, version }) =>
      mode === 'version' && version !== null ? `version ${version}` : MODES[mode].name,
  },
  {
    id: 'when',
    header: 'When',
    width: '120px',
    isNumeric: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]
