import type { Trace } from '@lathe/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { showToast } from '../../../ui/undo-toast.tsx'
import { nameOfTrace } from '../../../lib/trace-names.ts'

/** Two rows chosen one after the other with `c` are compared. */
export function useComparison() {
  const navigate = useNavigate()
  const current = useRef<Trace>(undefined)
  const first = useRef<Trace>(undefined)
  const choose = () => {
    const trace = current.current
    if (!trace) return showToast('Go to a row with J and K, then choose it with C.')
    const before = first.current
    if (!before || before.id === trace.id) {
      first.current = trace
      return showToast(`“${nameOfTrace(trace)}” is chosen: C on another compares the two.`)
    }
    void navigate({ to: '/traces/diff', search: { a: before.id, b: trace.id } })
  }
  useHotkeys([{ keys: 'c', label: 'Compare with another trace', group: 'Rows', run: choose }])
  return {
    /** The row the keys are on. */
    look: (trace: Trace) => {
      current.current = trace
    },
  }
}
