import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { LIST_REFRESH_MS } from '../../../lib/list-refresh.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ExperimentsTable } from '../../../ui/experiments/experiments-table.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'

export function ExperimentsList() {
  const { data, error, refetch } = useQuery(
    api.experiments.list.queryOptions({ input: {}, refetchInterval: LIST_REFRESH_MS }),
  )
  if (error && !data)
    return (
      <ErrorPanel attempted="load the experiments" error={error} onRetry={() => void refetch()} />
    )
  if (!data) return <SkeletonRows awaiting="the experiments" />
  return <ExperimentsTable experiments={data} hasDataset empty={<NoExperiments />} />
}

const NoExperiments = () => (
  <EmptyState
    title="No experiments yet"
    hint={
      <>
        What programs of yours run over a dataset of Lathe’s stands here: set{' '}
        <code>LANGSMITH_ENDPOINT</code> to this server’s <code>/api/v1</code> and call{' '}
        <code>evaluate()</code> of the LangSmith SDK.
      </>
    }
  />
)
