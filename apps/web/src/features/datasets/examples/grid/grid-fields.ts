import type { Example, Json } from '@lathe/contract'
import { useMemo, useState } from 'react'
import type { ColumnChoice } from '../../../../ui/column-menu.tsx'
import type { TextKind } from '../../../../ui/value-text.ts'
import { type Field, inputField, metadataField, referenceField, splitsField } from '../fields.ts'
import { readColumn, writeColumn } from './column-names.ts'

/** Inputs that have a column of their own unless others are chosen. */
const MOST = 4
/** Of the first example, until one has inputs. */
export const FIRST_INPUT = 'question'
/** Examples by which columns are told. */
const SAMPLE = 500

/** How many examples have each input, in the order in which they come. */
function countInputs(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { inputs } of examples)
    for (const name of Object.keys(inputs)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Those that most of them have, in the order in which they come. */
function usualInputs(counts: ReadonlyMap<string, number>): string[] {
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  return [...counts.keys()].filter((name) => most.some(([one]) => one === name))
}

/** JSON where all others are that and no text. */
function kindLike(values: readonly (Json | undefined)[], usual: TextKind): TextKind {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  return given.length > 0 && given.every((value) => typeof value !== 'string') ? 'json' : usual
}

export type GridFields = {
  /** The columns of a grid; one that was there stays, whatever becomes of what stood in it. */
  fields: Field[]
  /** All there could be, and those there are, as the address names them. */
  columns: ColumnChoice[]
  shown: string[]
}

/** `chosen`: as the address names them; without them there are the usual ones. */
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
