import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatExactCount } from '../../lib/format/format.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { tabPanel, ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { DatasetActions } from './dataset-actions.tsx'
import styles from './datasets.module.css'
import { ExamplesView } from './examples/examples-view.tsx'
import { ExperimentsView } from './experiments/experiments-view.tsx'
import { VersionsView } from './versions/versions-view.tsx'

const route = getRouteApi('/datasets/$name')

export function DatasetPage() {
  const { name } = route.useParams()
  const { tab = 'examples' } = route.useSearch()
  const navigate = route.useNavigate()
  const id = useId()
  const { data: dataset } = useSuspenseQuery(
    api.datasets.get.queryOptions({ input: { dataset: name } }),
  )
  const tabs = [
    { value: 'examples', label: 'Examples', note: formatExactCount(dataset.examples) },
    { value: 'versions', label: 'Versions', note: formatExactCount(dataset.version) },
    { value: 'experiments', label: 'Experiments', note: dataset.experiments },
  ] as const

  return (
    <div className={styles.page}>
      <PageHeader
        title={dataset.name}
        facts={<span className={styles.muted}>{dataset.description}</span>}
        actions={<DatasetActions dataset={dataset} />}
      />
      <ViewTabs
        id={id}
        label="Dataset"
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
        hasDigitKeys
      />
      <div className={styles.view} {...tabPanel(id, tab)}>
        {tab === 'versions' && <VersionsView dataset={dataset} />}
        {tab === 'experiments' && <ExperimentsView dataset={dataset} />}
        {tab === 'examples' && <ExamplesView dataset={dataset} />}
      </div>
    </div>
  )
}
