import { useState } from 'react'

/** An element by its key, and the row it shows. */
export type Slot = { key: number; id: string }

/**
 * Which elements show these rows, in the document's order: what comes into sight takes over the element of what has
 * left, for filling one anew costs less than making it. Elements are put into the rows' order once these rest.
 */
export function useSlots(ids: readonly string[], isMoving: boolean): readonly Slot[] {
  const [fill] = useState(createSlots)
  return fill(ids, isMoving)
}

/** Asked the same twice, it answers the same. */
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
