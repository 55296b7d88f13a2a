import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page-header.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { TraceFilters } from './trace-filters.tsx'
import { TracePeek } from './trace-peek.tsx'
import { TraceTable } from './trace-table.tsx'
import styles from './traces.module.css'

const route = getRouteApi('/traces')

export function TracesPage() {
  const { peek, range = 'all', ...query } = route.useSearch()
  return (
    <div className={styles.page}>
      <PageHeader title="Traces" />
      <TraceFilters />
      <SplitPane
        name="traces"
        panes={[
          {
            id: 'list',
            size: 60,
            min: '320px',
            content: <TraceTable filter={{ ...query, range }} peek={peek} />,
          },
          {
            id: 'peek',
            size: 40,
            min: '280px',
            isHidden: peek === undefined,
            content: peek !== undefined && <TracePeek traceId={peek} />,
          },
        ]}
      />
    </div>
  )
}
