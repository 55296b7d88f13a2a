import { useState } from 'react'

/**
 * The value a form is filled with: the stored value, frozen from the first edit on, so that changes
 * stored by others do not overwrite what the user typed. `key` is the key of the form; call
 * `release` after saving or discarding. `begun` is the frozen value of a form that was edited
 * earlier.
 */
export function useFrozenValue<T>(stored: T, initial?: T) {
  const [{ frozen, round }, setState] = useState<{
    frozen: { value: T } | null
    round: number
  }>({
    frozen: initial === undefined ? null : { value: initial },
    round: 0,
  })
  const value = frozen ? frozen.value : stored
  const text = JSON.stringify(value)
  return {
    value: value,
    key: `${round} ${text}`,
    isFrozen: frozen !== null,
    isOutdated: text !== JSON.stringify(stored),
    freeze: () => setState((old) => (old.frozen ? old : { ...old, frozen: { value: stored } })),
    release: () => setState((old) => ({ frozen: null, round: old.round + 1 })),
  }
}
