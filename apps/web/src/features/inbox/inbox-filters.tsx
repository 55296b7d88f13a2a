import { SegmentedControl, Select } from '@mantine/core'
import type { Run } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import styles from './inbox.module.css'

const route = getRouteApi('/inbox')

const KINDS = [
  { value: '', label: 'All' },
  { value: 'ask', label: 'Questions' },
  { value: 'approval', label: 'Approvals' },
  { value: 'breakpoint', label: 'Breakpoints' },
]

export function InboxFilters({ runs }: { runs: readonly Run[] }) {
  const { agent, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const agents = new Map(runs.map(({ agentSlug, agentName }) => [agentSlug, agentName]))
  if (agent !== undefined && !agents.has(agent)) agents.set(agent, agent)
  return (
    <div className={styles.filters} role="search">
      <SegmentedControl
        aria-label="Kind"
        size="xs"
        data={KINDS}
        value={kind ?? ''}
        onChange={(selected) => {
          const next = KINDS.find(({ value }) => value !== '' && value === selected)?.value
          void navigate({
            search: (current) => ({ ...current, kind: next as typeof kind }),
            replace: true,
          })
        }}
      />
      <Select
        aria-label="Agent"
        placeholder="All agents"
        size="xs"
        clearable
        data={[...agents].map(([value, label]) => ({ value, label }))}
        value={agent ?? null}
        onChange={(value) =>
          void navigate({
            search: (current) => ({ ...current, agent: value ?? undefined }),
            replace: true,
          })
        }
      />
    </div>
  )
}
