import { Button } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { WorkbenchButton } from '../../ui/layout/workbench-button.tsx'
import { ComparisonPane } from './comparison-pane.tsx'
import { parseComparison, sideName } from './sides.ts'
import { VersionTable } from './version-table.tsx'
import styles from './versions.module.css'

const route = getRouteApi('/agents/$agent/versions')

/** Lists the versions of an agent and compares two of them. */
export function VersionsPage() {
  const { agent: slug } = route.useParams()
  const search = route.useSearch()
  const [{ data: agent }, { data: versions }] = useSuspenseQueries({
    queries: [
      api.agents.get.queryOptions({ input: { agent: slug } }),
      api.agents.versions.queryOptions({ input: { agent: slug } }),
    ],
  })
  const comparison = parseComparison(search, agent, versions)
  const { from, to } = comparison
  const workbench = { to: '/agents/$agent', params: { agent: slug } } as const

  return (
    <div className={styles.page}>
      <PageHeader
        title={`Versions of ${agent.name}`}
        actions={<WorkbenchButton agent={slug} group="Versions" />}
      />
      {versions.length === 0 ? (
        <EmptyState
          title="No versions yet"
          hint={
            <>
              A version is a saved copy of the draft. Save one in the workbench with{' '}
              <Keys keys="mod+s" />; then compare it with later changes here.
            </>
          }
          action={
            <Button renderRoot={(props) => <Link {...workbench} search={{}} {...props} />}>
              Open workbench
            </Button>
          }
        />
      ) : (
        <SplitPane
          name="versions"
          panes={[
            {
              id: 'list',
              size: 32,
              min: '300px',
              content: <VersionTable agent={agent} versions={versions} comparison={comparison} />,
            },
            {
              id: 'comparison',
              size: 68,
              min: '400px',
              content: (
                <PaneBoundary contentLabel={`${sideName(from)} and ${sideName(to)}`}>
                  <ComparisonPane agent={agent} versions={versions} comparison={comparison} />
                </PaneBoundary>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}
