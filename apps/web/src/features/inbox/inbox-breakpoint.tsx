import type { GraphDocument, Interrupt, InterruptAnswer, Run } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api } from '../../lib/api/api.ts'
import { nodeTitle } from '../../lib/format/node-title.ts'
import type { Breakpoints } from '../../lib/api/use-answers.ts'
import { BreakpointForm } from '../../shared/interrupts/breakpoint-form.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'

type BreakpointContext = { run: Run; document: GraphDocument | undefined }

/** The paused run whose breakpoints are shown. */
export const StoppedRunContext = createContext<BreakpointContext | null>(null)

type InboxBreakpointProps = {
  interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
  onAnswer: (answer: InterruptAnswer, breakpoints?: Breakpoints) => void
}

/** Resumes the run until its next breakpoint. */
export function InboxBreakpoint({ interrupt, onAnswer }: InboxBreakpointProps) {
  const stopped = useContext(StoppedRunContext)
  if (!stopped) throw new Error('This component must be rendered inside a run')
  const { run, document } = stopped
  const queries = useQueryClient()
  const { data } = useQuery(api.threads.state.queryOptions({ input: { id: run.threadId } }))
  const cancel = useMutation(
    api.runs.cancel.mutationOptions({
      onSuccess: () => void queries.invalidateQueries({ queryKey: api.runs.key() }),
      onError: (error) => showToast(`Could not stop the run: ${error.message}`, 'error'),
    }),
  )
  return (
    <BreakpointForm
      interrupt={interrupt}
      getTitle={(node) => (document ? nodeTitle(document, node) : node)}
      state={data?.values}
      isStopping={cancel.isPending}
      onContinue={() => onAnswer({ kind: 'breakpoint' })}
      onStep={() =>
        onAnswer(
          { kind: 'breakpoint' },
          { interruptBefore: Object.keys(document?.nodes ?? {}), interruptAfter: [] },
        )
      }
      onStop={() => cancel.mutate({ id: run.id })}
    />
  )
}
