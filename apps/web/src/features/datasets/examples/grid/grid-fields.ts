import type { Example, Json } from '@lathe/contract'
import { useMemo, useState } from 'react'
import type { ColumnChoice } from '../../../../ui/table/column-menu.tsx'
import type { TextKind } from '../../../../ui/code/value-text.ts'
import { type Field, inputField, metadataField, referenceField, splitsField } from '../fields.ts'
import { readColumn, writeColumn } from './column-names.ts'

/** Number of input columns shown by default. */
const MOST = 4
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
function usualInputs(counts: ReadonlyMap<string, number>): string[] {
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  return [...counts.keys()].filter((name) => most.some(([one]) => one === name))
}

/** Returns JSON if all other values of the column are JSON. */
function kindLike(values: readonly (Json | undefined)[], usual: TextKind): TextKind {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  return given.length > 0 && given.every((value) => typeof value !== 'string') ? 'json' : usual
}

export type GridFields = {
  /** Columns of the grid. A column stays when its values are removed. */
  fields: Field[]
  /** All available columns, and the shown ones by their ids in the address. */
  columns: ColumnChoice[]
  shown: string[]
}

/** `chosen`: column ids from the address; the default columns if undefined. */
export function useGridFields(
  datasetId: string,
  examples: readonly Example[],
  chosen: readonly string[] | undefined,
): GridFields {
  const [known, setKnown] = useState({ datasetId, names: [] as readonly string[] })
  if (known.datasetId !== datasetId) setKnown({ datasetId, names: [] })
  const sample = useMemo(
    () => examples.slice(0, SAMPLE).filter((example) => example.datasetId === datasetId),
    [examples, datasetId],
  )
  const { names, ...found } = useMemo(
    () => gridFields(sample, known.names, chosen),
    [sample, known.names, chosen],
  )
  if (names.length > known.names.length) setKnown({ datasetId, names })
  return found
}

function gridFields(
  sample: readonly Example[],
  known: readonly string[],
  chosen: readonly string[] = [],
) {
  const counts = countInputs(sample)
  const names = [...new Set([...known, ...usualInputs(counts)])].slice(0, MOST)
  const usual = names.length > 0 ? names : [FIRST_INPUT]
  const named = chosen.flatMap((column) => readColumn(column) ?? [])
  const inputs = [...new Set([...usual, ...counts.keys(), ...named])]
  const references = sample.map(({ reference }) => reference)
  const all = [
    ...inputs.map((name) => {
      const values = sample.map((example) => example.inputs[name])
      return { column: writeColumn(name), field: inputField(name, kindLike(values, 'text')) }
    }),
    ...[referenceField(kindLike(references, 'either')), splitsField, metadataField].map(
      (field) => ({ column: field.id, field }),
    ),
  ]
  const first = [...usual.map(writeColumn), referenceField().id, splitsField.id]
  const isKnown = (column: string) => all.some((one) => one.column === column)
  const wanted = chosen.some(isKnown) ? chosen : first
  const shown = all.filter(({ column }) => wanted.includes(column))
  return {
    names,
    fields: shown.map(({ field }) => field),
    columns: all.map(({ column, field }) => ({ id: column, title: field.label })),
    shown: shown.map(({ column }) => column),
  }
}
