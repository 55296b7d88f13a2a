import { type ExampleContent, type Json, jsonType, parseCell, isJsonObject } from '@lathe/contract'
import type { CsvCell } from '../platform/http/csv.ts'
import type { Put } from './write-examples.ts'

/** A value as an export writes it in CSV, where types are lost. */
export function toCell(value: Json | undefined): CsvCell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** Whether an export writes such a cell for a value other than this text. */
export const hasJsonReading = (cell: string): boolean =>
  cell === '' || jsonType(parseCell(cell)) !== 'string'

type Content = Pick<ExampleContent, 'inputs' | 'reference' | 'metadata'>

/** Gives fields whose cell reads as an export of the stored value that value, with its type. */
export function keepUnchangedCells<P extends Put>(put: P, stored: Content): P {
  if (!put.cells) return put
  let { inputs = {}, reference = null, metadata = {} } = put
  for (const [target, cell] of Object.entries(put.cells)) {
    const dot = target.indexOf('.')
    const [group, name] =
      dot < 0 ? [target, undefined] : [target.slice(0, dot), target.slice(dot + 1)]
    if (name === undefined) {
      if (cell === cellText(stored.reference)) reference = stored.reference
    } else if (group === 'inputs') inputs = withStored(inputs, stored.inputs, name, cell)
    else if (group === 'metadata') metadata = withStored(metadata, stored.metadata, name, cell)
    else if (isJsonObject(stored.reference) && (reference === null || isJsonObject(reference)))
      reference = withStored(reference ?? {}, stored.reference, name, cell)
  }
  return { ...put, inputs, reference, metadata }
}

function withStored<T extends Record<string, Json>>(
  fields: T,
  stored: Record<string, Json>,
  name: string,
  cell: string,
): T | Record<string, Json> {
  const value = Object.hasOwn(stored, name) ? stored[name] : undefined
  return value !== undefined && cell === cellText(value) ? { ...fields, [name]: value } : fields
}

const cellText = (value: Json): string => String(toCell(value) ?? '')
