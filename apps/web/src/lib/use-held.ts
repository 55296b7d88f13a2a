import { useState } from 'react'

/**
 * What a form is filled with: what is stored, held still from the first change on, so that what somebody else stores
 * meanwhile takes nothing that was typed. `key` is the form's; `release` when it is saved, or given up.
 */
export function useHeld<T>(stored: T) {
  const [{ held, round }, setHeld] = useState<{ held: { value: T } | null; round: number }>({
    held: null,
    round: 0,
  })
  const shown = held ? held.value : stored
  const text = JSON.stringify(shown)
  return {
    shown,
    key: `${round} ${text}`,
    isBehind: text !== JSON.stringify(stored),
    hold: () => setHeld((old) => (old.held ? old : { ...old, held: { value: stored } })),
    release: () => setHeld((old) => ({ held: null, round: old.round + 1 })),
  }
}
