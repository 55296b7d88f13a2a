import {
  type ColumnTarget,
  type FieldTypes,
  type ImportPlan,
  type Json,
  type JsonObject,
  parseCell,
  readCell,
  type RowProblem,
  SplitName,
  isJsonObject,
} from '@lathe/contract'
import { validate } from 'uuid'
import { hasJsonReading } from '../unchanged-cells.ts'
import type { Put } from '../write-examples.ts'
import type { FileFormat, FileRow } from './read-rows.ts'

class RowError extends Error {}

type Mapping = {
  format: FileFormat
  plan: ImportPlan
  fieldTypes: FieldTypes
  idOf: (key: string) => string
}

/** Returns a function that converts a row to an example or a problem. */
export function rowMapper({
  format,
  plan,
  fieldTypes,
  idOf,
}: Mapping): (row: FileRow) => Put | RowProblem {
  const firstOf = new Map<string, number>()
  const json = new Set(plan.json)
  const rowPlan = {
    ...plan,
    isCsv: format === 'csv',
    isJson: (name: string) => json.has(name),
    fieldTypes,
    idOf,
  }
  return ({ row, values }) => {
    try {
      const mapped = mapRow(values, rowPlan)
      const earlier = mapped.id === undefined ? undefined : firstOf.get(mapped.id)
      if (earlier !== undefined) throw new RowError(`row ${earlier} has the same id`)
      if (mapped.id !== undefined) firstOf.set(mapped.id, row)
      return mapped
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      return { row, message: error.message }
    }
  }
}

type RowPlan = Pick<ImportPlan, 'columns' | 'splits'> &
  Pick<Mapping, 'fieldTypes' | 'idOf'> & {
    isCsv: boolean
    isJson: (column: string) => boolean
  }
type Draft = { id?: string; inputs: JsonObject; reference: Json; metadata: JsonObject }

function mapRow(values: JsonObject, plan: RowPlan): Put {
  const draft: Draft = { inputs: {}, reference: null, metadata: {} }
  const splits = [...plan.splits]
  const cells: Record<string, string> = {}
  let hasInputs = false
  for (const [column, value] of Object.entries(values)) {
    const target = plan.columns[column] ?? 'ignore'
    if (target === 'ignore') continue
    hasInputs ||= target === 'inputs' || target.startsWith('inputs.')
    const isField = target === 'reference' || target.includes('.')
    if (plan.isCsv && isField && typeof value === 'string') {
      if (hasJsonReading(value)) cells[target] = value
      // An empty cell is an absent field.
      if (value.trim() === '' && (value === '' || plan.isJson(column))) continue
    }
    const read = readValue(column, value, plan)
    if (target === 'split') splits.push(...splitsOf(column, read))
    else place(draft, { column, target, value: read, idOf: plan.idOf })
  }
  // An example may have no inputs, but a file without input columns is a mistake.
  if (!hasInputs) throw new RowError('has no inputs')
  const hasCells = draft.id !== undefined && Object.keys(cells).length > 0
  return { ...draft, splits: [...new Set(splits)], ...(hasCells && { cells }) }
}

function readValue(column: string, value: Json, plan: RowPlan): Json {
  if (plan.isJson(column)) return parse(column, value)
  const known = plan.isCsv ? plan.fieldTypes[plan.columns[column] ?? ''] : undefined
  return known && typeof value === 'string' ? readCell(value, known) : value
}

type Placing = Pick<RowPlan, 'idOf'> & { column: string; target: ColumnTarget; value: Json }

function place(draft: Draft, { column, target, value, idOf }: Placing): void {
  if (target === 'id') return placeId(draft, idOf, value)
  if (target === 'reference') {
    draft.reference = value
    return
  }
  if (target === 'inputs' || target === 'metadata') {
    if (value === '' || value === null) return
    if (!isJsonObject(value)) throw new RowError(`${column} is not a JSON object`)
    Object.assign(draft[target], value)
    return
  }
  const dot = target.indexOf('.')
  const group = target.slice(0, dot)
  const name = target.slice(dot + 1)
  if (group === 'inputs') draft.inputs[name] = value
  else if (group === 'metadata') draft.metadata[name] = value
  else draft.reference = { ...(isJsonObject(draft.reference) && draft.reference), [name]: value }
}

/** Any text is an id within its dataset, so that importing again updates the same examples. */
function placeId(draft: Draft, idOf: RowPlan['idOf'], value: Json): void {
  if (value === null || value === '') return
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new RowError('the id must be text or a number')
  const text = String(value)
  if (validate(text)) {
    draft.id = text.toLowerCase()
    return
  }
  draft.id = idOf(text)
  draft.metadata['id'] = value
}

function splitsOf(column: string, value: Json): string[] {
  const names = typeof value === 'string' ? value.split(/[,;]/) : value
  if (names === null) return []
  if (!Array.isArray(names)) throw new RowError(`${column} is neither text nor a list of splits`)
  return names.flatMap((name) => {
    if (typeof name !== 'string') throw new RowError(`${column}: a split is a text`)
    const text = name.trim()
    if (text === '') return []
    if (!SplitName.safeParse(text).success)
      throw new RowError(`${column}: a split has at most 64 letters`)
    return [text]
  })
}

function parse(column: string, value: Json): Json {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return ''
  const read = parseCell(value)
  if (typeof read !== 'string') return read
  try {
    return JSON.parse(value) as Json
  } catch {
    throw new RowError(`${column} is not valid JSON`)
  }
}
