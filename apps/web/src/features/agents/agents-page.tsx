import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { FilterBar } from '../../ui/fields/filter-bar.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AgentsTable } from './agents-table.tsx'
import styles from './agents-page.module.css'
import { CreateAgentDialog } from './create-agent-dialog.tsx'
import { TemplateGallery } from './template-gallery.tsx'

const route = getRouteApi('/agents')

export function AgentsPage() {
  usePageTitle('Agents')
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const deferredQuery = useDeferredValue(q)
  const { data: agents } = useSuspenseQuery(
    api.agents.list.queryOptions({ input: deferredQuery === '' ? {} : { q: deferredQuery } }),
  )
  const [isCreating, setCreating] = useState(false)
  const search = (next: string) =>
    void navigate({ search: next === '' ? {} : { q: next }, replace: true })

  useHotkeys([{ keys: 'n', label: 'New agent', group: 'Agents', run: () => setCreating(true) }])

  return (
    <div className={styles.root}>
      <PageHeader
        title="Agents"
        actions={
          <Button
            leftSection={<IconPlus size={14} />}
            rightSection={<Keys keys="n" />}
            onClick={() => setCreating(true)}
          >
            New agent
          </Button>
        }
      />
      <FilterBar query={q} onQueryChange={search} placeholder="Search agents" />
      <AgentsTable agents={agents} query={deferredQuery} onClear={() => search('')} />
      <TemplateGallery />
      <CreateAgentDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </div>
  )
}
