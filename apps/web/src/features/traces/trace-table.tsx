import { Button, Group } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { latencyOf, traceColumns } from './trace-columns.tsx'
import { formatTraceQuery } from './trace-query.ts'
import { rangeLabels } from './trace-range.ts'
import { useComparison } from './use-comparison.ts'
import { type TraceFilter, useTraces } from './use-traces.ts'

const route = getRouteApi('/traces')

type TraceTableProps = { filter: TraceFilter; peek: string | undefined }

export function TraceTable({ filter, peek }: TraceTableProps) {
  const navigate = route.useNavigate()
  const { traces, error, isPending, isPlaceholderData, fetchNextPage, hasNextPage, refetch } =
    useTraces(filter)
  const columns = useMemo(() => traceColumns(longestOf(traces.map(latencyOf))), [traces])
  const setPeek = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, peek: id }), replace: true })

  const compare = useComparison()

  useHotkeys(
    peek === undefined
      ? []
      : [{ keys: 'escape', label: 'Close the peek', group: 'Rows', run: () => setPeek(undefined) }],
  )

  if (isPending) return <SkeletonRows awaiting="traces" />
  if (error) {
    return <ErrorPanel attempted="load the traces" error={error} onRetry={() => void refetch()} />
  }
  const isFiltered = filter.range !== 'all' || formatTraceQuery(filter) !== ''
  return (
    <DataTable
      label="Traces"
      columns={columns}
      rows={traces}
      rowId={(trace) => trace.id}
      selectedId={peek}
      onOpen={(trace) =>
        void navigate({ to: '/traces/$traceId', params: { traceId: trace.id }, search: {} })
      }
      onMove={(trace) => {
        compare.look(trace)
        if (peek !== undefined) setPeek(trace.id)
      }}
      onPeek={(trace) => setPeek(trace.id === peek ? undefined : trace.id)}
      options={{
        isStale: isPlaceholderData,
        tone: ({ status }) => (status === 'error' || status === 'interrupted' ? status : undefined),
        onEnd: () => hasNextPage && void fetchNextPage(),
        empty: isFiltered ? <NothingMatches filter={filter} /> : <NoTraces />,
      }}
    />
  )
}

/** The 95th percentile, so that one outlier does not flatten every bar. */
function longestOf(latencies: (number | null)[]): number {
  const known = latencies.filter((ms) => ms !== null).sort((a, b) => a - b)
  return known[Math.floor((known.length - 1) * 0.95)] ?? 0
}

function NothingMatches({ filter }: { filter: TraceFilter }) {
  const text = [formatTraceQuery(filter), filter.range !== 'all' && rangeLabels[filter.range]]
  return (
    <EmptyState
      title="No trace matches"
      hint={text.filter(Boolean).join(' · ')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/traces" search={{}} {...props} />}
        >
          Clear the filter
        </Button>
      }
    />
  )
}

function NoTraces() {
  return (
    <EmptyState
      title="No traces yet"
      hint="Every run leaves one: each model call, tool call and node with its tokens, cost and time. Other LangChain and OpenTelemetry programs can send theirs here too."
      action={
        <Group gap="xs" justify="center">
          <Button renderRoot={(props) => <Link to="/agents" {...props} />}>Run an agent</Button>
          <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
            Send traces here
          </Button>
        </Group>
      }
    />
  )
}
