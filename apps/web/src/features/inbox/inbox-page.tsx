import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { plural } from '../../lib/format/format.ts'
import { useWaitingRuns } from '../../lib/api/use-waiting-runs.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxList } from './inbox-list.tsx'
import styles from './inbox.module.css'
import { WaitingRun } from './waiting-run.tsx'

const route = getRouteApi('/inbox')

/** Lists all runs that wait for a person, with their forms. */
export function InboxPage() {
  const { run: runId, agent, kind } = route.useSearch()
  const { data, error, isPending, refetch } = useWaitingRuns()
  const all = data?.runs ?? []
  const visibleRuns = all
    .filter((run) => agent === undefined || run.agentSlug === agent)
    .filter(
      (run) => kind === undefined || run.interrupts.some((interrupt) => interrupt.kind === kind),
    )
  const [openId, setOpenId] = useState<string>()
  const withId = (runId: string | undefined) => visibleRuns.find(({ id }) => id === runId)
  // Keep the selected run open: a more urgent one must not replace the form being filled in.
  const selected = withId(runId) ?? withId(openId) ?? visibleRuns[0]
  if (selected && selected.id !== openId) setOpenId(selected.id)

  return (
    <div className={styles.page}>
      <PageHeader
        title="Inbox"
        facts={data && <InboxFacts count={all.length} hasMore={data.hasMore} />}
      />
      <InboxFilters runs={all} />
      {isPending && <SkeletonRows contentLabel="what waits" count={4} />}
      {error && !data && (
        <ErrorPanel action="load the inbox" error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <SplitPane
          name="inbox"
          panes={[
            {
              id: 'list',
              size: 50,
              min: '320px',
              content: <InboxList runs={visibleRuns} selectedId={selected?.id} />,
            },
            {
              id: 'forms',
              size: 50,
              min: '320px',
              isHidden: selected === undefined,
              content: selected && <WaitingRun run={selected} />,
            },
          ]}
        />
      )}
    </div>
  )
}

function InboxFacts({ count, hasMore }: { count: number; hasMore: boolean }) {
  return <span>{`${plural(count, 'run')} waiting${hasMore ? ', and more' : ''}`}</span>
}
