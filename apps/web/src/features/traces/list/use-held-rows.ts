import type { Trace } from '@lathe/contract'
import { useState } from 'react'

/** Rows stay as they are while somebody reads; what began since then waits. */
export function useHeldRows<T extends Pick<Trace, 'startedAt'>>(
  traces: readonly T[],
  key: string,
  isReading: boolean,
) {
  const newest = traces[0]?.startedAt ?? 0
  const [held, setHeld] = useState({ key, until: newest })
  const isHolding = isReading && held.key === key && held.until > 0
  if (!isHolding && (held.key !== key || held.until !== newest)) setHeld({ key, until: newest })
  const rows = isHolding ? traces.filter(({ startedAt }) => startedAt <= held.until) : traces
  return {
    rows,
    waiting: traces.length - rows.length,
    release: () => setHeld({ key, until: newest }),
  }
}
