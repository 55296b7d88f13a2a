import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { api } from '../../lib/api/api.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { tabPanel, ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { MetricsView } from './metrics-view.tsx'
import { PromptActions } from './prompt-actions.tsx'
import styles from './prompts.module.css'
import { UsesView } from './uses-view.tsx'
import { VersionsView } from './versions/versions-view.tsx'

const route = getRouteApi('/prompts/$name')

const tabs = [
  { value: 'versions', label: 'Versions' },
  { value: 'metrics', label: 'Metrics' },
  { value: 'uses', label: 'Where used' },
] as const

export function PromptPage() {
  const { name } = route.useParams()
  const { tab = 'versions' } = route.useSearch()
  const navigate = route.useNavigate()
  const id = useId()
  const { data: prompt } = useSuspenseQuery(
    api.prompts.get.queryOptions({ input: { prompt: name } }),
  )

  return (
    <div className={styles.page}>
      <PageHeader
        title={prompt.name}
        facts={
          <span className={styles.muted}>
            {prompt.isArchived && 'archived · '}
            {prompt.description}
          </span>
        }
        actions={<PromptActions prompt={prompt} />}
      />
      <ViewTabs
        id={id}
        label="Prompt"
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
        hasDigitKeys
      />
      <div className={styles.view} {...tabPanel(id, tab)}>
        {tab === 'versions' && <VersionsView prompt={prompt} />}
        {tab === 'metrics' && <MetricsView name={name} />}
        {tab === 'uses' && <UsesView name={name} />}
      </div>
    </div>
  )
}
