import { Button, Select, VisuallyHidden } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '../../lib/api.ts'
import { takeUpGuide, useGuideStore } from '../../lib/guide.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { TopbarControls } from '../../ui/topbar-slot.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NewestRuns } from './newest-runs.tsx'
import { Range, rangeLabels } from './range.ts'
import styles from './overview.module.css'

const PerRun = lazy(async () => ({ default: (await import('./per-run.tsx')).PerRun }))
const OverTime = lazy(async () => ({ default: (await import('./over-time.tsx')).OverTime }))

const route = getRouteApi('/')

/** What needs you, tokens and latency per run, everything over time, the newest runs. */
export function OverviewPage() {
  const { range = '24h', agent } = route.useSearch()
  const { data: newest } = useSuspenseQuery(api.runs.list.queryOptions({ input: { limit: 1 } }))

  if (newest.items.length === 0) return <FirstRun />

  return (
    <div className={styles.page}>
      <PageHeader title="Overview" />
      <TopbarControls>
        <AgentSelect />
        <RangeSelect />
      </TopbarControls>
      <NeedsYou />
      <Suspense fallback={<SkeletonRows awaiting="the charts" rowHeight={200} count={3} />}>
        <PerRun agent={agent} />
        <OverTime range={range} agent={agent} />
      </Suspense>
      <NewestRuns agent={agent} />
    </div>
  )
}

function RangeSelect() {
  const { range = '24h' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Select
      aria-label="Time range"
      size="xs"
      w={130}
      allowDeselect={false}
      data={Range.options.map((value) => ({ value, label: rangeLabels[value] }))}
      value={range}
      onChange={(value) =>
        void navigate({
          search: (search) => ({ ...search, range: Range.safeParse(value).data }),
        })
      }
    />
  )
}

function AgentSelect() {
  const { agent } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  return (
    <Select
      aria-label="Agent"
      placeholder="All agents"
      size="xs"
      w={180}
      clearable
      data={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={agent ?? null}
      onChange={(value) =>
        void navigate({ search: (search) => ({ ...search, agent: value ?? undefined }) })
      }
    />
  )
}

/** Nothing to chart yet; while the guided start stands above, that says what to do. */
function FirstRun() {
  const isGuided = useGuideStore((state) => state.status !== 'off')
  if (isGuided) return <HiddenHeader />
  return (
    <>
      <PageHeader title="Overview" />
      <NothingYet />
    </>
  )
}

function HiddenHeader() {
  usePageTitle('Overview')
  return <VisuallyHidden component="h1">Overview</VisuallyHidden>
}

function NothingYet() {
  return (
    <EmptyState
      title="Nothing has run yet"
      hint="Open an agent, type something and run it. Its tokens, cost and latency will be charted here, and every step can be opened."
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
          <Button variant="default" onClick={takeUpGuide}>
            Guided start
          </Button>
        </>
      }
    />
  )
}
