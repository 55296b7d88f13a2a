import { ANY_ENVIRONMENT } from '@lathe/contract/environments'
import { Button, VisuallyHidden } from '@mantine/core'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { isOwnAgent, showGuide, useGuideStore } from '../../lib/browser/guide.ts'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { TopbarControls } from '../../ui/layout/topbar-slot.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentRuns } from './recent-runs.tsx'
import { AgentSelect, EnvironmentSelect, ProjectSelect, RangeSelect } from './dashboard-selects.tsx'
import { useDashboard } from './use-dashboard.ts'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { Suspense } from '../../ui/feedback/suspense.tsx'
import { plural } from '../../lib/format/format.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import styles from './overview.module.css'

const PerRun = lazyComponent(() => import('./per-run.tsx'), 'PerRun')
const OverTime = lazyComponent(() => import('./over-time.tsx'), 'OverTime')
const Breakdown = lazyComponent(() => import('./breakdown.tsx'), 'Breakdown')

/** The dashboard: items that need attention, usage per run, charts over time, recent runs. */
export function OverviewPage() {
  const { agent, project } = useDashboard()
  const { data: newest } = useSuspenseQuery(
    api.traces.list.queryOptions({ input: { limit: 1, environment: [ANY_ENVIRONMENT] } }),
  )

  if (newest.items.length === 0) return <FirstRun />

  return (
    <div className={styles.page}>
      <PageHeader title="Overview" />
      <TopbarControls>
        <AgentSelect />
        <ProjectSelect />
        <EnvironmentSelect />
        <RangeSelect />
      </TopbarControls>
      <OtherEnvironments />
      <NeedsAttention agent={agent} hasRuns={project === undefined} />
      <Suspense fallback={<SkeletonRows contentLabel="the charts" rowHeight={200} count={3} />}>
        <PerRun />
        <OverTime />
        <Breakdown />
      </Suspense>
      <RecentRuns />
    </div>
  )
}

/** The empty state. While the guided start is shown, it gives the instructions. */
function FirstRun() {
  const isGuideActive = useGuideStore((state) => state.status !== 'off')
  const { data: agents } = useSuspenseQuery(api.agents.list.queryOptions({ input: {} }))
  if (isGuideActive && !agents.some(isOwnAgent)) return <HiddenHeader />
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyOverview />
    </>
  )
}

function HiddenHeader() {
  usePageTitle('Overview')
  return <VisuallyHidden component="h1">Overview</VisuallyHidden>
}

function EmptyOverview() {
  return (
    <EmptyState
      title="No runs yet"
      hint="Open an agent, enter a message and run it. Tokens, cost and latency appear here."
      action={
        <>
          <Button
            renderRoot={(props) => (
              <Link to="/agents/$agent" params={{ agent: 'assistant' }} {...props} />
            )}
          >
            Open the assistant
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/agents" {...props} />}>
            All agents
          </Button>
          <Button variant="default" onClick={showGuide}>
            Guided start
          </Button>
        </>
      }
    />
  )
}

/** Links to other environments if the charts show no runs. */
export function OtherEnvironments() {
  const { span, of, change } = useDashboard()
  const { data: series } = useQuery(api.metrics.series.queryOptions({ input: { ...span, ...of } }))
  const isEmpty = series?.total.runs === 0
  const { data: groups = [] } = useQuery(
    api.metrics.groups.queryOptions({
      input: { ...span, ...of, environment: [ANY_ENVIRONMENT], by: 'environment' },
      enabled: isEmpty,
    }),
  )
  const otherEnvironments = groups.filter(({ total }) => total.runs > 0)
  if (!isEmpty || otherEnvironments.length === 0) return null
  return (
    <StatusLine>
      No runs in this time range. Other environments have{' '}
      {otherEnvironments.map(({ key, total }) => (
        <Button
          key={key}
          size="compact-xs"
          variant="default"
          onClick={() => change({ environment: key })}
        >
          {plural(total.runs, 'run')} in {key}
        </Button>
      ))}
    </StatusLine>
  )
}
