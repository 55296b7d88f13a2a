import type { Example, Json } from '@lathe/contract'
import { useMemo, useState } from 'react'
import type { ColumnChoice } from '../../../../ui/table/column-menu.tsx'
import type { TextKind } from '../../../../ui/code/value-text.ts'
import { type Field, inputField, metadataField, referenceField, splitsField } from '../fields.ts'

/** Number of input columns shown by default. */
const MAX_DEFAULT_COLUMNS = 4
/** Input name of the first example in an empty dataset. */
export const FIRST_INPUT = 'question'
/** Number of examples that determine the columns. */
const SAMPLE = 500

/** Counts the examples that have each input, in order of first appearance. */
function countInputs(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { inputs } of examples)
    for (const name of Object.keys(inputs)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The most frequent inputs, in order of first appearance. */
function mostUsedInputs(counts: ReadonlyMap<string, number>): string[] {
  const mostUsed = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_DEFAULT_COLUMNS)
  return [...counts.keys()].filter((name) => mostUsed.some(([item]) => item === name))
}

/** Returns JSON if all other values of the column are JSON. */
function commonKind(values: readonly (Json | undefined)[], defaultKind: TextKind): TextKind {
  const presentValues = values.filter(
    (value) => value !== undefined && value !== null && value !== '',
  )
  return presentValues.length > 0 && presentValues.every((value) => typeof value !== 'string')
    ? 'json'
    : defaultKind
}

export type GridFields = {
  /** Columns of the grid. A column stays when its values are removed. */
  fields: Field[]
  /** All available columns, and the shown ones by their ids in the address. */
  columns: ColumnChoice[]
  shownColumns: string[]
}

/** `chosen`: column ids from the address; the default columns if undefined. */
export function useGridFields(
  datasetId: string,
  examples: readonly Example[],
  selectedColumns: readonly string[] | undefined,
): GridFields {
  const [knownInputs, setKnownInputs] = useState({ datasetId, names: [] as readonly string[] })
  if (knownInputs.datasetId !== datasetId) setKnownInputs({ datasetId, names: [] })
  const sample = useMemo(
    () => examples.slice(0, SAMPLE).filter((example) => example.datasetId === datasetId),
    [examples, datasetId],
  )
  const { names, ...fieldsByName } = useMemo(
    () => gridFields(sample, knownInputs.names, selectedColumns),
    [sample, knownInputs.names, selectedColumns],
  )
  if (names.length > knownInputs.names.length) setKnownInputs({ datasetId, names })
  return fieldsByName
}

function gridFields(
  sample: readonly Example[],
  knownNames: readonly string[],
  selectedColumns: readonly string[] = [],
) {
  const counts = countInputs(sample)
  const names = [...new Set([...knownNames, ...mostUsedInputs(counts)])].slice(
    0,
    MAX_DEFAULT_COLUMNS,
  )
  const inputNames = names.length > 0 ? names : [FIRST_INPUT]
  const selectedNames = selectedColumns.flatMap((column) => readColumn(column) ?? [])
  const inputs = [...new Set([...inputNames, ...counts.keys(), ...selectedNames])]
  const references = sample.map(({ reference }) => reference)
  const all = [
    ...inputs.map((name) => {
      const values = sample.map((example) => example.inputs[name])
      return { column: writeColumn(name), field: inputField(name, commonKind(values, 'text')) }
    }),
    ...[referenceField(commonKind(references, 'either')), splitsField, metadataField].map(
      (field) => ({ column: field.id, field }),
    ),
  ]
  const first = [...inputNames.map(writeColumn), referenceField().id, splitsField.id]
  const isKnown = (column: string) => all.some((item) => item.column === column)
  const wantedColumns = selectedColumns.some(isKnown) ? selectedColumns : first
  const shownColumns = all.filter(({ column }) => wantedColumns.includes(column))
  return {
    names,
    fields: shownColumns.map(({ field }) => field),
    columns: all.map(({ column, field }) => ({ id: column, title: field.label })),
    shownColumns: shownColumns.map(({ column }) => column),
  }
}

const INPUT_PREFIX = 'inputs.'

/** Encodes an input name as a column id. The address separates column ids with commas. */
const writeColumn = (input: string): string =>
  INPUT_PREFIX + input.replaceAll('%', '%25').replaceAll(',', '%2C')

/** Returns the input name of a column id, or undefined for other columns. */
const readColumn = (column: string): string | undefined =>
  column.startsWith(INPUT_PREFIX)
    ? column.slice(INPUT_PREFIX.length).replaceAll('%2C', ',').replaceAll('%25', '%')
    : undefined
