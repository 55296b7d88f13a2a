import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { LIST_REFRESH_MS } from '../../../lib/api/query-client.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { useHiddenIds } from '../../../ui/feedback/delete-with-undo.ts'
import { suiteColumns } from './suite-columns.tsx'

export function SuitesList() {
  const navigate = useNavigate()
  const hidden = useHiddenIds(({ ids }) => ids)
  const { data, error, refetch } = useQuery(
    api.suites.list.queryOptions({ input: {}, refetchInterval: LIST_REFRESH_MS }),
  )
  if (error && !data) {
    return <ErrorPanel action="load the suites" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows contentLabel="the suites" />
  const suites = data.filter(({ id }) => !hidden.has(id))
  if (suites.length === 0) {
    return (
      <EmptyState
        title="No regression suites yet"
        hint="Open a comparison and choose “Save as regression suite…” from its menu."
      />
    )
  }
  return (
    <DataTable
      label="Regression suites"
      columns={suiteColumns}
      rows={suites}
      rowId={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/compare/suites/$id', params: { id } })}
      options={{ rowHeight: 36 }}
    />
  )
}
