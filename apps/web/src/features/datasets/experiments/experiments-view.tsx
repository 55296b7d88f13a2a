import type { Dataset } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ExperimentsTable } from '../../../shared/experiments/experiments-table.tsx'

export function ExperimentsView({ dataset }: { dataset: Dataset }) {
  const { data: experiments } = useSuspenseQuery(
    api.datasets.experiments.queryOptions({ input: { dataset: dataset.id } }),
  )
  return (
    <ExperimentsTable experiments={experiments} empty={<NoExperiments name={dataset.name} />} />
  )
}

const NoExperiments = ({ name }: Pick<Dataset, 'name'>) => (
  <EmptyState
    title="No experiments yet"
    hint={
      <>
        Set <code>LANGSMITH_ENDPOINT</code> to this server’s <code>/api/v1</code> and call{' '}
        <code>evaluate(target, {`{ data: '${name}' }`})</code> from the LangSmith SDK.
      </>
    }
  />
)
