import { useMutation } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { codeOf } from '../../../lib/describe-error.ts'
import { showToast } from '../../../ui/undo-toast.tsx'
import { useWorkbench } from '../workbench-context.ts'

/** Cancels the run that is looked at; one that has just ended needs no cancelling. */
export function useCancelRun() {
  const { run } = useWorkbench()
  return useMutation({
    mutationFn: async () => {
      const { runId } = run.getState()
      if (runId !== undefined) await client.runs.cancel({ id: runId })
    },
    onError: (error) => {
      if (codeOf(error) !== 'CONFLICT') showToast(`Could not cancel: ${error.message}`, 'error')
    },
  })
}
