import { isSameIncludingOrder } from '../document/property-orders.ts'
import { definedKeys, isJsonObject, isSameJson } from '../document/same-json.ts'
import { alignItems } from './align.ts'
import type { FieldChange } from './types.ts'

const CODE = new Set(['code', 'expression', 'when', 'of', 'key'])
const TEXT = new Set(['text', 'template', 'message', 'query', 'title', 'description'])

/** Returns every changed field, at the deepest level where the values differ. */
export function diffFields(before: unknown, after: unknown, path: string[] = []): FieldChange[] {
  if (before === after) return []
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...definedKeys(before), ...definedKeys(after)])
    return [
      ...propertyOrderChange(before, after, path),
      ...[...keys].flatMap((key) =>
        diffFields(memberValue(before, key), memberValue(after, key), [...path, key]),
      ),
    ]
  }
  if (isSameIncludingOrder(before, after, path)) return []
  if (isListOfObjects(before) && isListOfObjects(after)) return diffList(before, after, path)
  return [{ path: path.join('.'), before, after, form: fieldForm(path, before, after) }]
}

type Members = Readonly<Record<string, unknown>>

/** A model answers in the order of its schema; the order of other members has no effect. */
function propertyOrderChange(before: Members, after: Members, path: string[]): FieldChange[] {
  if (path.at(-1) !== 'properties') return []
  const oldOrder = definedKeys(before).filter((key) => memberValue(after, key) !== undefined)
  const newOrder = definedKeys(after).filter((key) => memberValue(before, key) !== undefined)
  if (isSameJson(oldOrder, newOrder)) return []
  return [{ path: path.join('.'), before: oldOrder, after: newOrder, form: 'value' }]
}

const memberValue = (value: Members, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isJsonObject)

function fieldForm(path: readonly string[], before: unknown, after: unknown): FieldChange['form'] {
  const isProse = [before, after].every((side) => side === undefined || typeof side === 'string')
  const name = path.at(-1) ?? ''
  if (!isProse) return 'value'
  return CODE.has(name) ? 'code' : TEXT.has(name) ? 'text' : 'value'
}

/** Aligns items so that an insertion does not change all that follow. */
const diffList = (before: readonly unknown[], after: readonly unknown[], path: string[]) =>
  alignItems(before, after).flatMap(([oldIndex, newIndex]) => {
    const old = oldIndex === null ? undefined : before[oldIndex]
    const now = newIndex === null ? undefined : after[newIndex]
    return diffFields(old, now, [...path, String(newIndex ?? oldIndex)])
  })
