import type { Trace } from '@lathe/contract'
import { useState } from 'react'

type Placed = Pick<Trace, 'id' | 'startedAt'>

type Reading = {
  key: string
  isReading: boolean
  /** The rows are still those of the key before. */
  isPlaceholder: boolean
}

/** Rows stay as they are while somebody reads, older ones are added below; what comes in between waits. */
export function useHeldRows<T extends Placed>(
  traces: readonly T[],
  { key, isReading, isPlaceholder }: Reading,
) {
  const [held, setHeld] = useState(() => hold(key, traces))
  const isHolding = isReading && !isPlaceholder && held.key === key && held.ids.size > 0
  const rows = isHolding
    ? traces.filter(({ id, startedAt }) => held.ids.has(id) || startedAt <= held.oldest)
    : traces
  const now = hold(key, rows)
  if (!isPlaceholder && (held.key !== key || !isSame(held.ids, now.ids))) setHeld(now)
  return {
    rows,
    waiting: traces.length - rows.length,
    release: () => {
      if (!isPlaceholder) setHeld(hold(key, traces))
    },
  }
}

const hold = (key: string, rows: readonly Placed[]) => ({
  key,
  ids: new Set(rows.map(({ id }) => id)),
  oldest: rows.at(-1)?.startedAt ?? Number.POSITIVE_INFINITY,
})

const isSame = (before: ReadonlySet<string>, now: ReadonlySet<string>) =>
  before.size === now.size && [...now].every((id) => before.has(id))
