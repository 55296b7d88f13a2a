import { useState } from 'react'

/**
 * What a form is filled with: what is stored, held still from the first change on, so that what somebody else stores
 * meanwhile takes nothing that was typed. `key` is the form's; `release` when it is saved, or given up.
 * `begun` is what a form typed in earlier was filled with.
 */
export function useHeld<T>(stored: T, begun?: T) {
  const [{ held, round }, setHeld] = useState<{ held: { value: T } | null; round: number }>({
    held: begun === undefined ? null : { value: begun },
    round: 0,
  })
  const shown = held ? held.value : stored
  const text = JSON.stringify(shown)
  return {
    shown,
    key: `${round} ${text}`,
    isHeld: held !== null,
    isBehind: text !== JSON.stringify(stored),
    hold: () => setHeld((old) => (old.held ? old : { ...old, held: { value: stored } })),
    release: () => setHeld((old) => ({ held: null, round: old.round + 1 })),
  }
}
