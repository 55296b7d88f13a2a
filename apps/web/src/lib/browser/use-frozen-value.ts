import { useState } from 'react'

/**
 * The value a form is filled with: the stored value, frozen from the first edit on, so that changes
 * stored by others do not overwrite what the user typed. `key` is the key of the form; call
 * `release` after saving or discarding. `begun` is the frozen value of a form that was edited
 * earlier.
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
