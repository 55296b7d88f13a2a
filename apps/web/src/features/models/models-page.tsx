import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useId } from 'react'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { tabPanel, ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { Connections } from './connections.tsx'
import styles from './models.module.css'
import { Prices } from './prices.tsx'

const route = getRouteApi('/models')

const TABS = [
  { value: 'connections', label: 'Connections' },
  { value: 'prices', label: 'Prices' },
] as const

export function ModelsPage() {
  const { tab = 'connections', price } = route.useSearch()
  const navigate = route.useNavigate()
  const id = useId()
  return (
    <div className={styles.page}>
      <PageHeader title="Models" />
      <ViewTabs
        id={id}
        label="Models"
        tabs={TABS}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
        hasDigitKeys
      />
      <div className={styles.tabPanel} {...tabPanel(id, tab)}>
        <PaneBoundary contentLabel={`the ${tab}`}>
          {tab === 'connections' ? <Connections /> : <Prices unpricedModel={price} />}
        </PaneBoundary>
      </div>
    </div>
  )
}
