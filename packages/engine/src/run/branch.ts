import { fingerprint } from '../fetch/canonical-json.ts'
import { toJson } from '../record/to-json.ts'

/** Names the copies of a fan-out by what they were sent, so that a replay finds each one again. */
export function branchCounter(): (place: string, payload: unknown) => string {
  const seen = new Map<string, number>()
  return (place, payload) => {
    const hash = fingerprint(toJson(payload)).slice(0, 16)
    const key = `${place} ${hash}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? hash : `${hash}~${count}`
  }
}
