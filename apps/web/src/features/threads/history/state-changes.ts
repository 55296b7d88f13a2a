import type { Json, JsonObject } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'

export type StateChange = { name: string } & (
  | { type: 'added'; after: Json }
  | { type: 'removed'; before: Json }
  /** The items that were appended to a list. */
  | { type: 'appended'; items: Json[]; had: number }
  | { type: 'changed'; before: Json; after: Json }
)

/** Channels with a changed value, in state order. */
export function stateChanges(before: JsonObject, after: JsonObject): StateChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): StateChange[] => {
    const [was, is] = [before[name], after[name]]
    if (isSameJson(was, is)) return []
    if (is === undefined) return was === undefined ? [] : [{ name, type: 'removed', before: was }]
    if (was === undefined || was === null) return [{ name, type: 'added', after: is }]
    if (Array.isArray(was) && Array.isArray(is) && startsWith(is, was)) {
      return [{ name, type: 'appended', items: is.slice(was.length), had: was.length }]
    }
    return [{ name, type: 'changed', before: was, after: is }]
  })
}

const startsWith = (whole: Json[], start: Json[]) =>
  start.every((item, index) => isSameJson(item, whole[index]))
