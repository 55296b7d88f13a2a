import type { CheckpointSummary, JsonObject } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { StateForm } from '../../../shared/threads/state-form.tsx'

type EditedStateProps = {
  threadId: string
  node: CheckpointSummary
  error: Error | null
  isStarting: boolean
  onRun: (changes: JsonObject) => void
  onClose: () => void
}

/** The form, once the state has loaded. */
export function EditedState({ threadId, node, ...form }: EditedStateProps) {
  const { data, error } = useQuery(
    api.threads.checkpoint.queryOptions({ input: { id: threadId, checkpointId: node.id } }),
  )
  if (error) return <ErrorPanel action="read the state" error={error} />
  if (!data) return <SkeletonRows contentLabel="the state" count={3} />
  return <StateForm values={data.values} {...form} />
}
