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
    const filled = reuseSlots(slots, ids)
    slots = isMoving ? filled : sortSlots(filled, ids)
    return slots
  }
}

function reuseSlots(before: readonly Slot[], ids: readonly string[]): Slot[] {
  const visibleIds = new Set(ids)
  const stayingIds = new Set(before.flatMap(({ id }) => (visibleIds.has(id) ? [id] : [])))
  const newIds = ids.filter((id) => !stayingIds.has(id)).values()
  const reusedSlots = before.flatMap((slot) => {
    if (stayingIds.has(slot.id)) return [slot]
    const { value: id } = newIds.next()
    return id === undefined ? [] : [{ key: slot.key, id }]
  })
  const highest = Math.max(-1, ...before.map(({ key }) => key))
  return [...reusedSlots, ...[...newIds].map((id, offset) => ({ key: highest + 1 + offset, id }))]
}

function sortSlots(slots: readonly Slot[], ids: readonly string[]): Slot[] {
  const positions = new Map(ids.map((id, position) => [id, position]))
  return slots.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
}
