import { isObject } from './canonical.ts'
import type { Json } from './tape.ts'

const MOST = 5
/** What is told of a text before the first difference. */
const LEAD = 40

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
      const [was, is] = fromWhereTheyPart(before, after)
      found.push(`${path || 'all of it'}: ${shown(was)} → ${shown(is)}`)
    }
  }
  compare(recorded, now, '')
  const rest = found.length - MOST
  return rest > 0 ? [...found.slice(0, MOST), `and ${rest} more`] : found
}

/** Of two long texts what is around their first difference. */
function fromWhereTheyPart(before: Json | undefined, after: Json | undefined) {
  if (typeof before !== 'string' || typeof after !== 'string') return [before, after]
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const start = same - LEAD
  return start <= 0 ? [before, after] : [`…${before.slice(start)}`, `…${after.slice(start)}`]
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
