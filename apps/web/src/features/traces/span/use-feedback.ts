import type { Feedback, Span, FeedbackConfig } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { invalidateInAllTabs } from '../../../lib/api/other-tabs.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { feedbackQuery } from '../trace-queries.ts'
import {
  hideTraces as hide,
  showTraces as showAgain,
  usePendingDeletions,
} from '../list/pending-deletions.ts'
import { type NumberInputValue, parseNumberInput } from '../../../lib/values/parse-number-input.ts'

/** The feedback key of the thumbs up and down buttons. */
export const THUMBS = 'thumbs'

export type FeedbackInput = {
  key: string
  score?: number | boolean | null
  comment?: string | null
}

export function useFeedback({ traceId, id: spanId }: Span) {
  const queryClient = useQueryClient()
  const options = feedbackQuery(traceId)
  const { data } = useQuery(options)
  const { isLeaving } = usePendingDeletions(spanId)
  const spanFeedback =
    data?.filter((feedback) => feedback.spanId === spanId && !isLeaving(feedback.id)) ?? []
  const settled = {
    onSettled: () => invalidateInAllTabs(queryClient, options.queryKey, api.traces.list.key()),
    onError: (error: Error) => showToast(describeError(error).message, 'error'),
  }
  const add = useMutation({
    mutationFn: (input: FeedbackInput) => client.traces.addFeedback({ traceId, spanId, ...input }),
    ...settled,
  })
  const edit = useMutation({ ...api.traces.editFeedback.mutationOptions(), ...settled })
  const remove = useMutation({ ...api.traces.deleteFeedback.mutationOptions(), ...settled })
  /** Deleting feedback can be undone: a comment takes time to write. */
  const deleteWithUndo = ({ id, key }: Feedback) => {
    const ids = new Set([id])
    hide(spanId, ids)
    const show = () => showAgain(ids)
    showUndoToast({
      message: `${key} deleted`,
      onUndo: show,
      onExpire: () =>
        void remove
          .mutateAsync({ id })
          .catch(() => undefined)
          .finally(show),
    })
  }
  return {
    spanFeedback,
    isLoaded: data !== undefined,
    add,
    edit,
    remove,
    deleteWithUndo,
  }
}

/** The scales of scores by name. Empty while loading. */
export function useScales(): ReadonlyMap<string, FeedbackConfig> {
  const { data = [] } = useQuery(api.feedbackConfigs.list.queryOptions({ input: {} }))
  return new Map(data.map((config) => [config.key, config]))
}

/** Returns why a score does not fit its scale, or undefined. */
export function findScoreProblem(
  config: FeedbackConfig | undefined,
  input: NumberInputValue,
): string | undefined {
  if (input === '' || config?.type === 'freeform') return undefined
  const score = parseNumberInput(input)
  if (score === undefined) return 'Enter a number'
  if (!config) return undefined
  const { type, min, max, categories } = config
  if (type === 'categorical')
    return categories.some(({ value }) => value === score)
      ? undefined
      : 'Choose one of the categories'
  if (min !== null && score < min) return `The minimum is ${min}`
  return max !== null && score > max ? `The maximum is ${max}` : undefined
}
