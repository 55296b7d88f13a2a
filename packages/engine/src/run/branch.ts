import { stableIds } from '@lathe/traces'
import { fingerprint } from '../fetch/canonical-json.ts'
import { toJson } from '../record/to-json.ts'

/** Names the copies of a fan-out by what they were sent, generated ids aside, so that a replay finds each one again. */
export function branchCounter(): (place: string, payload: unknown) => string {
  const seen = new Map<string, number>()
  return (place, payload) => {
    const hash = fingerprint(stableIds()(toJson(payload))).slice(0, 16)
    const key = `${place} ${hash}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? hash : `${hash}~${count}`
  }
}
