import type { Json, JsonObject } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'

export type StateChange = { name: string } & (
  | { type: 'added'; after: Json }
  | { type: 'removed'; before: Json }
  /** The items that were appended to a list. */
  | { type: 'appended'; items: Json[]; previousLength: number }
  | { type: 'changed'; before: Json; after: Json }
)

/** Channels with a changed value, in state order. */
export function stateChanges(before: JsonObject, after: JsonObject): StateChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): StateChange[] => {
    const [oldValue, newValue] = [before[name], after[name]]
    if (isSameJson(oldValue, newValue)) return []
    if (newValue === undefined)
      return oldValue === undefined ? [] : [{ name, type: 'removed', before: oldValue }]
    if (oldValue === undefined || oldValue === null)
      return [{ name, type: 'added', after: newValue }]
    if (Array.isArray(oldValue) && Array.isArray(newValue) && startsWith(newValue, oldValue)) {
      return [
        {
          name,
          type: 'appended',
          items: newValue.slice(oldValue.length),
          previousLength: oldValue.length,
        },
      ]
    }
    return [{ name, type: 'changed', before: oldValue, after: newValue }]
  })
}

const startsWith = (list: Json[], start: Json[]) =>
  start.every((item, index) => isSameJson(item, list[index]))
