import type { Dataset } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { experimentColumns } from './experiment-columns.tsx'

/** What programs made of the examples, with their mean scores; a row opens its traces. */
export function ExperimentsView({ dataset }: { dataset: Dataset }) {
  const navigate = useNavigate()
  const { data: experiments } = useSuspenseQuery(
    api.datasets.experiments.queryOptions({ input: { dataset: dataset.id } }),
  )
  const columns = useMemo(() => experimentColumns(experiments), [experiments])
  if (experiments.length === 0)
    return (
      <EmptyState
        title="No experiments yet"
        hint={
          <>
            Set <code>LANGSMITH_ENDPOINT</code> to this server’s <code>/api/v1</code> and call{' '}
            <code>evaluate(target, {`{ data: '${dataset.name}' }`})</code> of the LangSmith SDK.
          </>
        }
      />
    )
  return (
    <DataTable
      label="Experiments"
      columns={columns}
      rows={experiments}
      rowId={({ id }) => id}
      onOpen={({ name }) =>
        void navigate({ to: '/traces', search: { filter: `project:${JSON.stringify(name)}` } })
      }
      options={{ rowHeight: 36, tone: ({ errors }) => (errors > 0 ? 'error' : undefined) }}
    />
  )
}
