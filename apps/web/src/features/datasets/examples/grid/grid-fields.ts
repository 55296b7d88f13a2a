import type { Example, Json } from '@lathe/contract'
import { useMemo, useState } from 'react'
import type { TextKind } from '../../../../ui/value-text.ts'
import { type Field, inputField, referenceField, splitsField } from '../fields.ts'

/** Inputs that have a column of their own. */
const MOST = 4
/** Of the first example, until one has inputs. */
export const FIRST_INPUT = 'question'
/** Examples by which columns are told. */
const SAMPLE = 500

/** The inputs that most of them have, in the order in which they come. */
export function inputNames(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>()
  for (const { inputs } of examples)
    for (const name of Object.keys(inputs)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  return [...counts.keys()].filter((name) => most.some(([one]) => one === name))
}

/** JSON where all others are that and no text. */
function kindLike(values: readonly (Json | undefined)[], usual: TextKind): TextKind {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  return given.length > 0 && given.every((value) => typeof value !== 'string') ? 'json' : usual
}

/** The columns of a grid; one that was there stays, whatever becomes of what stood in it. */
export function useGridFields(examples: readonly Example[]): Field[] {
  const [known, setKnown] = useState<string[]>([])
  const { names, fields } = useMemo(
    () => gridFields(examples.slice(0, SAMPLE), known),
    [examples, known],
  )
  if (names.length > known.length) setKnown(names)
  return fields
}

function gridFields(sample: readonly Example[], known: readonly string[]) {
  const names = [...new Set([...known, ...inputNames(sample)])].slice(0, MOST)
  const inputs = (names.length > 0 ? names : [FIRST_INPUT]).map((name) => {
    const values = sample.map((example) => example.inputs[name])
    return inputField(name, kindLike(values, 'text'))
  })
  const references = sample.map(({ reference }) => reference)
  return { names, fields: [...inputs, referenceField(kindLike(references, 'either')), splitsField] }
}
