import { useState } from 'react'

/** Rendered element, by its key, and the row it shows. */
export type Slot = { key: number; id: string }

/**
 * Assigns elements to visible rows, in document order. A new row reuses the element of one that
 * left, because
 * updating an element is cheaper than creating one. Elements are sorted once scrolling stops.
 */
export function useSlots(ids: readonly string[], isMoving: boolean): readonly Slot[] {
  const [fill] = useState(createSlots)
  return fill(ids, isMoving)
}

/** Idempotent: the same rows return the same slots, as React's double render requires. */
function createSlots() {
  let slots: readonly Slot[] = []
  return (ids: readonly string[], isMoving: boolean): readonly Slot[] => {
    const filled = refilled(slots, ids)
    slots = isMoving ? filled : inOrder(filled, ids)
    return slots
  }
}

function refilled(before: readonly Slot[], ids: readonly string[]): Slot[] {
  const wanted = new Set(ids)
  const staying = new Set(before.flatMap(({ id }) => (wanted.has(id) ? [id] : [])))
  const free = ids.filter((id) => !staying.has(id)).values()
  const kept = before.flatMap((slot) => {
    if (staying.has(slot.id)) return [slot]
    const { value: id } = free.next()
    return id === undefined ? [] : [{ key: slot.key, id }]
  })
  const highest = Math.max(-1, ...before.map(({ key }) => key))
  return [...kept, ...[...free].map((id, at) => ({ key: highest + 1 + at, id }))]
}

function inOrder(slots: readonly Slot[], ids: readonly string[]): Slot[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return slots.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
