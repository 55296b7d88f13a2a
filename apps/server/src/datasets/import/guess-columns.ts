import {
  type ColumnTarget,
  type FieldTypes,
  type ImportPreview,
  isSharedTarget,
  type Json,
  type JsonType,
  typeChange,
  isJsonObject,
} from '@lathe/contract'
import type { FileFormat, FileRow } from './read-rows.ts'

/** The first rows of a file and all column names. */
type Beginning = {
  format: FileFormat
  columns: readonly string[]
  rows: readonly FileRow[]
  /** Types per column over all rows. */
  types: ReadonlyMap<string, ReadonlySet<JsonType>>
  /** Types of the dataset's fields. */
  fieldTypes: FieldTypes
}

const USUAL: [RegExp, ColumnTarget][] = [
  [/^(inputs?)$/i, 'inputs'],
  [/^(outputs?|expected|reference|answer|ideal|target|label|ground_?truth)$/i, 'reference'],
  [/^(metadata|meta)$/i, 'metadata'],
  [/^(splits?|dataset_split|subset|fold)$/i, 'split'],
  [/^(id|example_?id|key)$/i, 'id'],
  // An export lists attachments without their contents.
  [/^attachments$/i, 'ignore'],
]

/** Guesses what the columns contain from their names and values. */
export function guessColumns({
  format,
  columns,
  rows,
  types: typesByColumn,
  fieldTypes,
}: Beginning): ImportPreview['columns'] {
  const taken = new Set<ColumnTarget>()
  return columns.map((name) => {
    const values = rows.flatMap(({ values: row }) => row[name] ?? [])
    const looksJson = format === 'csv' && areJson(values)
    const guessed = guess(name, values, looksJson || format !== 'csv')
    // A second reference column becomes metadata: as an input it would reveal the answer to the
    // model.
    const target: ColumnTarget =
      taken.has(guessed) && !isSharedTarget(guessed) ? `metadata.${name}` : guessed
    taken.add(target)
    const known = fieldTypes[target]
    const types = [...(typesByColumn.get(name) ?? [])]
    const isTyped = known === undefined && isField(target) && hasNoText(types)
    // A field of the dataset that contains only text stays text, even if the column can be read as JSON.
    const isJson =
      format === 'csv' && (looksJson || isTyped) && !known?.every((type) => type === 'string')
    const change = typeChange({ format, isJson, types }, known)
    return { name, target, isJson, types, typeChange: change }
  })
}

function guess(name: string, values: readonly Json[], isTyped: boolean): ColumnTarget {
  const part = /^(inputs?|reference|outputs?|metadata)\.(.+)$/i.exec(name)
  if (part) {
    const [, group = '', rest = ''] = part
    if (/^inputs?$/i.test(group)) return `inputs.${rest}`
    return /^metadata$/i.test(group) ? `metadata.${rest}` : `reference.${rest}`
  }
  const [, target] = USUAL.find(([pattern]) => pattern.test(name)) ?? []
  const isWhole = target === 'inputs' || target === 'metadata'
  // A text column called `input` is one input field, not the whole input.
  if (target && !(isWhole && !(isTyped && values.every((value) => isWritten(value))))) return target
  return target === 'metadata' ? `metadata.${name}` : `inputs.${name}`
}

/** A reference such as `5` stays text: evaluators compare it with the text that a model returns. */
const isField = (target: ColumnTarget): boolean => target.includes('.')

/** Every cell can be read as a number, a boolean or JSON. */
const hasNoText = (types: readonly JsonType[]): boolean =>
  types.length > 0 && !types.includes('string')

/** An empty cell fits every type. */
const isWritten = (value: Json) =>
  value === '' ||
  isJsonObject(value) ||
  (typeof value === 'string' && value.trimStart().startsWith('{'))

/** Whether every non-empty cell is a JSON object or array. */
function areJson(values: readonly Json[]): boolean {
  const texts = values.filter((value) => typeof value === 'string')
  const written = texts.filter((text) => text.trim() !== '')
  return written.length > 0 && written.every(isObjectOrList)
}

function isObjectOrList(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
