import { Button } from '@mantine/core'
import type { Interrupt, Run } from '@lathe/contract'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { formatDuration } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { findDeadline } from '../../lib/api/use-waiting-runs.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import styles from './inbox.module.css'

const route = getRouteApi('/inbox')

type InboxListProps = { runs: readonly Run[]; selectedId: string | undefined }

export function InboxList({ runs, selectedId }: InboxListProps) {
  const navigate = route.useNavigate()
  const navigateTo = useNavigate()
  const show = ({ id }: Run) =>
    void navigate({ search: (current) => ({ ...current, run: id }), replace: true })
  const open = (run: Run) =>
    void navigateTo({
      to: '/agents/$agent',
      params: { agent: run.agentSlug },
      search: { thread: run.threadId, run: run.id },
    })
  return (
    <DataTable
      label="Waiting runs"
      columns={COLUMNS}
      rows={runs}
      rowId={({ id }) => id}
      selectedId={selectedId}
      onMove={show}
      onPreview={show}
      onOpen={(run) => {
        if (run.id === selectedId) open(run)
        else show(run)
      }}
      options={{ rowHeight: 44, tone: () => 'interrupted', empty: <Empty /> }}
    />
  )
}

function Empty() {
  const { agent, kind } = route.useSearch()
  const navigate = route.useNavigate()
  if (agent === undefined && kind === undefined) {
    return (
      <EmptyState
        title="No runs are waiting for you"
        hint="Agent questions, tool calls to approve and runs at a breakpoint appear here."
      />
    )
  }
  return (
    <EmptyState
      title="No matching runs"
      action={
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          Clear filters
        </Button>
      }
    />
  )
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'what',
    header: 'What',
    cell: (run) => (
      <span className={styles.what}>
        <StatusIcon status="interrupted" />
        <span className={styles.lines}>
          <span>{run.interrupts.map(interruptTitle).join(', ')}</span>
          <span title={run.title}>{run.title}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'agent',
    header: 'Agent, waiting since',
    width: '112px',
    cell: ({ agentName, interrupts, createdAt }) => (
      <span className={styles.lines}>
        <span title={agentName}>{agentName}</span>
        <span>
          <RelativeTime time={interrupts[0]?.createdAt ?? createdAt} />
        </span>
      </span>
    ),
  },
  {
    id: 'deadline',
    header: 'Resumes in',
    width: '88px',
    isNumeric: true,
    cell: (run) => <TimeLeft deadline={findDeadline(run)} />,
  },
]

function interruptTitle(interrupt: Interrupt): string {
  if (interrupt.kind === 'breakpoint') {
    return `Breakpoint at ${interrupt.title || interrupt.nodes.join(', ')}`
  }
  if (interrupt.kind === 'ask' || interrupt.isUnconfirmed) return interrupt.title || interrupt.node
  return `Approve ${interrupt.calls.map(({ name }) => name).join(', ')}`
}

function TimeLeft({ deadline }: { deadline: number | null }) {
  const now = useNow(1_000).getTime()
  if (deadline === null) return <span className={styles.secondary}>—</span>
  return <>{formatDuration(Math.max(0, deadline / 1_000 - now))}</>
}
