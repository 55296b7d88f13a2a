import type { KeyboardEvent } from 'react'
import { useRunView } from '../workbench-context.ts'
import { useCancelRun } from './use-cancel-run.ts'

/** Escape cancels a run that is going on, wherever in the console the focus is. */
export function useCancelKey() {
  const cancel = useCancelRun()
  const isLive = useRunView(({ status }) => status === 'pending' || status === 'running')
  return (event: KeyboardEvent) => {
    // What a popover hears bubbles through React, though it stands elsewhere in the page.
    const isWithin = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || !isLive || !isWithin || event.defaultPrevented) return
    event.preventDefault()
    cancel.mutate()
  }
}
