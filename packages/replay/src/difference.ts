import { isObject } from './canonical.ts'
import type { Json } from './tape.ts'

const MOST = 5

/** Where two values part, as `path: recorded → now`, a few of them. */
export function differences(recorded: Json, now: Json): string[] {
  const found: string[] = []
  const compare = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (Array.isArray(before) && Array.isArray(after)) {
      const length = Math.max(before.length, after.length)
      for (let at = 0; at < length; at++) compare(before[at], after[at], `${path}[${at}]`)
    } else if (isObject(before) && isObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        compare(before[key], after[key], path === '' ? key : `${path}.${key}`)
    } else {
      found.push(`${path || 'all of it'}: ${shown(before)} → ${shown(after)}`)
    }
  }
  compare(recorded, now, '')
  const rest = found.length - MOST
  return rest > 0 ? [...found.slice(0, MOST), `and ${rest} more`] : found
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
