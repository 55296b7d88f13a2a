import type { Span } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

/** The key under which people rate by thumb. */
export const THUMBS = 'thumbs'

export type Said = { key: string; score?: number | boolean | null; comment?: string | null }

export function useFeedback({ traceId, id: spanId }: Span) {
  const queryClient = useQueryClient()
  const options = api.traces.feedback.queryOptions({ input: { id: traceId } })
  const { data } = useQuery(options)
  const ofSpan = useMemo(() => data?.filter((each) => each.spanId === spanId) ?? [], [data, spanId])
  const settled = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
    onError: (error: Error) => showToast(describeError(error).message, 'error'),
  }
  const add = useMutation({
    mutationFn: (said: Said) => client.traces.addFeedback({ traceId, spanId, ...said }),
    ...settled,
  })
  const edit = useMutation({ ...api.traces.editFeedback.mutationOptions(), ...settled })
  const remove = useMutation({ ...api.traces.deleteFeedback.mutationOptions(), ...settled })
  return { ofSpan, isKnown: data !== undefined, add, edit, remove }
}
