import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx'
import { TopbarControls } from '../../ui/topbar-slot.tsx'
import {
  completionsFor,
  formatTraceQuery,
  parseTraceQuery,
  type TraceQuery,
} from './trace-query.ts'
import { rangeLabels, TraceRange } from './trace-range.ts'

const route = getRouteApi('/traces')

/** The filter field with its chips, and the time range in the top line; all of it lives in the address. */
export function TraceFilters() {
  const { peek: _peek, range = 'all', ...query } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const setQuery = (next: TraceQuery) =>
    void navigate({ search: ({ range: kept }) => ({ range: kept, ...next }), replace: true })

  return (
    <>
      <TopbarControls>
        <Select
          aria-label="Time range"
          size="xs"
          w={130}
          allowDeselect={false}
          data={TraceRange.options.map((value) => ({ value, label: rangeLabels[value] }))}
          value={range}
          onChange={(value) =>
            void navigate({
              search: (search) => ({ ...search, range: TraceRange.safeParse(value).data }),
            })
          }
        />
      </TopbarControls>
      <FilterBar
        placeholder="Filter: status:error agent:support words in the title"
        query={formatTraceQuery(query)}
        onQueryChange={(text) => setQuery(parseTraceQuery(text))}
        completions={completionsFor(agents.map((agent) => agent.slug))}
        chips={chipsOf(query, setQuery)}
        onClear={() => setQuery({})}
      />
    </>
  )
}

function chipsOf(query: TraceQuery, onChange: (query: TraceQuery) => void): FilterChip[] {
  const { status, agent, version, source, project, q } = query
  const statusChips = (status ?? []).map((one) => ({
    id: one,
    label: `status: ${one}`,
    onRemove: () => {
      const rest = status?.filter((other) => other !== one)
      onChange({ ...query, status: rest?.length ? rest : undefined })
    },
  }))
  const agentChip = agent && {
    id: 'agent',
    label: `agent: ${agent}`,
    onRemove: () => onChange({ ...query, agent: undefined }),
  }
  const versionChip = version && {
    id: 'version',
    label: `version: ${version}`,
    onRemove: () => onChange({ ...query, version: undefined }),
  }
  const sourceChip = source?.length && {
    id: 'source',
    label: `source: ${source.join(', ')}`,
    onRemove: () => onChange({ ...query, source: undefined }),
  }
  const projectChip = project && {
    id: 'project',
    label: `project: ${project}`,
    onRemove: () => onChange({ ...query, project: undefined }),
  }
  const textChip = q && {
    id: 'q',
    label: `“${q}”`,
    onRemove: () => onChange({ ...query, q: undefined }),
  }
  return [
    ...statusChips,
    ...(agentChip ? [agentChip] : []),
    ...(versionChip ? [versionChip] : []),
    ...(sourceChip ? [sourceChip] : []),
    ...(projectChip ? [projectChip] : []),
    ...(textChip ? [textChip] : []),
  ]
}
