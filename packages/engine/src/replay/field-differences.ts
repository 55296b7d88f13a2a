import type { Json } from '@lathe/contract'

/** One place where two values part; what only one of them has is absent in the other. */
export type FieldDifference = { path: string; recorded?: Json; asked?: Json }

const MOST = 20

/** Field by field, as `messages.0.content`; the first of them. */
export function fieldDifferences(recorded: Json, asked: Json): FieldDifference[] {
  const found: FieldDifference[] = []
  const compare = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (found.length === MOST || JSON.stringify(before) === JSON.stringify(after)) return
    const [a, b] = [fieldsOf(before), fieldsOf(after)]
    if (a && b) {
      for (const key of new Set([...a.keys(), ...b.keys()])) {
        compare(a.get(key), b.get(key), path === '' ? key : `${path}.${key}`)
      }
      return
    }
    found.push({
      path,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { asked: after }),
    })
  }
  compare(recorded, asked, '')
  return found
}

/** Null of what has none. */
const fieldsOf = (value: Json | undefined): Map<string, Json> | null =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
