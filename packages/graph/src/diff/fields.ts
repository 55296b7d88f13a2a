import { diffArrays } from 'diff'
import { canonicalJson } from '../document/hash.ts'
import { definedKeys, isJsonObject, isSameJson } from '../document/same-json.ts'
import type { FieldChange } from './types.ts'

const CODE = new Set(['code', 'expression', 'when', 'of', 'key'])
const TEXT = new Set(['text', 'template', 'message', 'query', 'title', 'description'])

/** Beyond this many edits two lists have nothing in common worth aligning. */
const MOST_EDITS = 200

/** Every field in which two values differ, as deep as they can be told apart. */
export function diffFields(before: unknown, after: unknown, path: string[] = []): FieldChange[] {
  if (isSameJson(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...definedKeys(before), ...definedKeys(after)])
    return [...keys].flatMap((key) => diffFields(own(before, key), own(after, key), [...path, key]))
  }
  if (isListOfObjects(before) && isListOfObjects(after)) return diffList(before, after, path)
  return [{ path: path.join('.'), before, after, form: formOf(path, before, after) }]
}

const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isJsonObject)

function formOf(path: readonly string[], before: unknown, after: unknown): FieldChange['form'] {
  const isProse = [before, after].every((side) => side === undefined || typeof side === 'string')
  const name = path.at(-1) ?? ''
  if (!isProse) return 'value'
  return CODE.has(name) ? 'code' : TEXT.has(name) ? 'text' : 'value'
}

/** Items are aligned, so that one put in between does not change all that follow. */
function diffList(before: readonly unknown[], after: readonly unknown[], path: string[]) {
  const changes: FieldChange[] = []
  for (const [was, is] of alignItems(before, after)) {
    const place = [...path, String(is ?? was)]
    const old = was === null ? undefined : before[was]
    const now = is === null ? undefined : after[is]
    changes.push(...diffFields(old, now, place))
  }
  return changes
}

type Pair = [was: number | null, is: number | null]

function alignItems(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const parts = diffArrays(before.map(canonicalJson), after.map(canonicalJson), {
    maxEditLength: MOST_EDITS,
  })
  if (!parts) return pairUp(range(0, before.length), range(0, after.length))
  const pairs: Pair[] = []
  let [was, is] = [0, 0]
  let removed: number[] = []
  let added: number[] = []
  const settle = () => {
    pairs.push(...pairUp(removed, added))
    removed = []
    added = []
  }
  for (const part of parts) {
    if (part.removed) removed.push(...range(was, (was += part.count)))
    else if (part.added) added.push(...range(is, (is += part.count)))
    else {
      settle()
      was += part.count
      is += part.count
    }
  }
  settle()
  return pairs
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

const pairUp = (removed: readonly number[], added: readonly number[]): Pair[] =>
  range(0, Math.max(removed.length, added.length)).map((index) => [
    removed[index] ?? null,
    added[index] ?? null,
  ])
