import {
  type ColumnTarget,
  type ImportPlan,
  type Json,
  type JsonObject,
  type RowProblem,
  SplitName,
} from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { validate } from 'uuid'
import type { Put } from '../write-examples.ts'
import type { FileRow } from './read-rows.ts'

class RowError extends Error {}

/** Makes examples of the rows of a file, or says what is wrong with one. */
export function rowMapper(
  plan: ImportPlan,
  idOf: (key: string) => string,
): (row: FileRow) => Put | RowProblem {
  const firstOf = new Map<string, number>()
  const json = new Set(plan.json)
  const rowPlan = {
    ...plan,
    isJson: (name: string) => json.has(name),
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

type RowPlan = Pick<ImportPlan, 'columns' | 'splits'> & {
  isJson: (column: string) => boolean
  idOf: (key: string) => string
}
type Draft = { id?: string; inputs: JsonObject; reference: Json; metadata: JsonObject }

function mapRow(values: JsonObject, plan: RowPlan): Put {
  const draft: Draft = { inputs: {}, reference: null, metadata: {} }
  const splits = [...plan.splits]
  for (const [column, value] of Object.entries(values)) {
    const target = plan.columns[column] ?? 'ignore'
    if (target === 'ignore') continue
    const read = plan.isJson(column) ? parse(column, value) : value
    if (target === 'split') splits.push(...splitsOf(column, read))
    else place(draft, { column, target, value: read, idOf: plan.idOf })
  }
  if (Object.keys(draft.inputs).length === 0) throw new RowError('has no inputs')
  return { ...draft, splits: [...new Set(splits)] }
}

type Placing = Pick<RowPlan, 'idOf'> & { column: string; target: ColumnTarget; value: Json }

function place(draft: Draft, { column, target, value, idOf }: Placing): void {
  if (target === 'id') return placeId(draft, idOf, value)
  if (target === 'reference') {
    draft.reference = value === '' ? null : value
    return
  }
  if (target === 'inputs' || target === 'metadata') {
    if (value === '' || value === null) return
    if (!isObject(value)) throw new RowError(`${column} is no JSON object`)
    Object.assign(draft[target], value)
    return
  }
  const dot = target.indexOf('.')
  const group = target.slice(0, dot)
  const name = target.slice(dot + 1)
  if (group === 'inputs') draft.inputs[name] = value
  else if (group === 'metadata') draft.metadata[name] = value
  else draft.reference = { ...(isObject(draft.reference) && draft.reference), [name]: value }
}

/** Any text is an id of its dataset: the same file again changes the same examples. */
function placeId(draft: Draft, idOf: RowPlan['idOf'], value: Json): void {
  if (value === null || value === '') return
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new RowError('its id is neither text nor a number')
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
  try {
    return JSON.parse(value) as Json
  } catch {
    throw new RowError(`${column} is no JSON`)
  }
}
