import { type Example, type Json, SplitName } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import type { TextKind } from '../../../ui/code/value-text.ts'
import { parseValueText } from '../../../ui/code/value-text.ts'
import type { DraftChange, ExampleDraft } from './example-drafts.ts'

/** A part of an example that is edited as one text. */
export type Field = {
  /** Key of invalid text in a draft. */
  id: string
  label: string
  /** Depends on the saved value. */
  kindOf: (saved: Example) => TextKind
  read: (example: Example) => Json | undefined
  /** Undefined removes the value. */
  write: (example: Example, value: Json | undefined) => Partial<Example>
  problemOf?: (value: Json) => string | undefined
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''

const kindBy = (value: Json | undefined, ofEmpty: TextKind): TextKind =>
  isEmpty(value) ? ofEmpty : typeof value === 'string' ? 'text' : 'json'

/** `ofEmpty`: kind of an input that the example does not have yet. */
export const inputField = (name: string, ofEmpty: TextKind = 'text'): Field => ({
  id: `inputs.${name}`,
  label: name,
  kindOf: ({ inputs }) => kindBy(inputs[name], inputs[name] === '' ? 'text' : ofEmpty),
  read: ({ inputs }) => inputs[name],
  write: ({ inputs }, value) => {
    const { [name]: _old, ...rest } = inputs
    return { inputs: value === undefined ? rest : { ...inputs, [name]: value } }
  },
})

export const referenceField = (ofEmpty: TextKind = 'either'): Field => ({
  id: 'reference',
  label: 'Reference',
  kindOf: ({ reference }) => kindBy(reference, ofEmpty),
  read: ({ reference }) => reference ?? undefined,
  write: (_example, value) => ({ reference: value ?? null }),
})

const namesIn = (text: Json | undefined) => [
  ...new Set(
    (typeof text === 'string' ? text : '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const MOST_SPLITS = 20

export const splitsField: Field = {
  id: 'splits',
  label: 'Splits',
  kindOf: () => 'text',
  read: ({ splits }) => (splits.length === 0 ? undefined : splits.join(', ')),
  write: (_example, value) => ({ splits: namesIn(value) }),
  problemOf: (value) => {
    const names = namesIn(value)
    if (names.length > MOST_SPLITS) return `at most ${MOST_SPLITS} splits`
    return names.every((name) => SplitName.safeParse(name).success)
      ? undefined
      : 'a split name has at most 64 characters'
  },
}

export const metadataField: Field = {
  id: 'metadata',
  label: 'Metadata',
  kindOf: () => 'json',
  read: ({ metadata }) => (Object.keys(metadata).length === 0 ? undefined : metadata),
  write: (_example, value) => ({ metadata: value !== undefined && isObject(value) ? value : {} }),
  problemOf: (value) => (isObject(value) ? undefined : 'must be a JSON object'),
}

/** Returns the draft change for text typed into a field: the parsed value, or the invalid text. */
export function writing(field: Field, saved: Example, text: string): DraftChange {
  const read = parseValueText(text, field.kindOf(saved), field.problemOf)
  return ({ example, refused: { [field.id]: _old, ...refused } }) =>
    'problem' in read
      ? { example, refused: { ...refused, [field.id]: text } }
      : { example: { ...example, ...field.write(example, read.value) }, refused }
}

/** Returns the change that resets a field to an earlier draft. */
export const restoring =
  (field: Field, before: ExampleDraft): DraftChange =>
  ({ example, refused: { [field.id]: _old, ...refused } }) => {
    const text = before.refused[field.id]
    return {
      example: { ...example, ...field.write(example, field.read(before.example)) },
      refused: text === undefined ? refused : { ...refused, [field.id]: text },
    }
  }
