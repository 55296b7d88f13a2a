import type { Example, Json } from '@lathe/contract'
import { isSameJson, type FieldChange } from '@lathe/graph'
import { pictureReplacer } from '../../../lib/values/pictures.ts'
import { jsonChanges } from '../../../lib/format/json-changes.ts'

/** The values as text, or the differing parts of two structured values. */
export type ChangedField = { field: string } & (
  | { before: string; after: string }
  | { changes: FieldChange[] }
)

/** Lists the fields in which two versions differ. The order of keys does not matter. */
export function listChangedFields(before: Example, after: Example): ChangedField[] {
  const names = new Set([...Object.keys(before.inputs), ...Object.keys(after.inputs)])
  const fields: [string, (example: Example) => Json | undefined][] = [
    ...[...names].map((name): [string, (example: Example) => Json | undefined] => [
      name,
      ({ inputs }) => inputs[name],
    ]),
    ['Reference', ({ reference }) => reference],
    ['Splits', ({ splits }) => splits.join(', ')],
    ['Metadata', ({ metadata }) => (Object.keys(metadata).length === 0 ? '' : metadata)],
    ['Attachments', ({ files }) => files.map(({ name }) => name).join(', ')],
  ]
  return fields.flatMap(([field, read]): ChangedField[] => {
    const [oldValue, newValue] = [read(before) ?? '', read(after) ?? '']
    if (isSameJson(oldValue, newValue)) return []
    const areInParts = [oldValue, newValue].every((value) => typeof value === 'object')
    return [
      areInParts
        ? { field, changes: jsonChanges(oldValue, newValue) }
        : { field, before: formatValue(oldValue), after: formatValue(newValue) },
    ]
  })
}

/** Formats JSON over several lines, with pictures described in words. */
const formatValue = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, pictureReplacer, 2)
