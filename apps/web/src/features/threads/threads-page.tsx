import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { FilterBar } from '../../ui/fields/filter-bar.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ThreadTable } from './thread-table.tsx'
import styles from './threads.module.css'

const route = getRouteApi('/threads')

/** Threads of one agent or all: search, rename, delete, open. */
export function ThreadsPage() {
  const { agent, q } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const options = agents.map(({ slug, name }) => ({ value: slug, label: name }))
  const isListed = agent === undefined || options.some(({ value }) => value === agent)

  return (
    <div className={styles.page}>
      <PageHeader
        title="Threads"
        actions={
          <Button
            size="xs"
            variant="default"
            title="Conversations in traces from other programs"
            renderRoot={(props) => <Link to="/traces/threads" search={{}} {...props} />}
          >
            External threads
          </Button>
        }
      />
      <FilterBar
        placeholder="Search titles, messages and values"
        query={q ?? ''}
        onQueryChange={(text) =>
          void navigate({
            search: (current) => ({ ...current, q: text || undefined }),
            replace: true,
          })
        }
      >
        <Select
          aria-label="Agent"
          placeholder="All agents"
          searchable
          clearable
          data={isListed ? options : [...options, { value: agent, label: agent }]}
          value={agent ?? null}
          onChange={(value) =>
            void navigate({
              search: (current) => ({ ...current, agent: value ?? undefined }),
              replace: true,
            })
          }
        />
      </FilterBar>
      <ThreadTable agent={agent} q={q} />
    </div>
  )
}
