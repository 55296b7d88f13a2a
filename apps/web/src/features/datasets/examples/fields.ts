import { type Example, type Json, SplitName, isJsonObject } from '@lathe/contract'
import type { TextKind } from '../../../ui/code/value-text.ts'
import { parseValueText } from '../../../ui/code/value-text.ts'
import type { DraftChange, ExampleDraft } from './example-drafts.ts'

/** A part of an example that is edited as one text. */
export type Field = {
  /** Key of invalid text in a draft. */
  id: string
  label: string
  /** Depends on the saved value. */
  textKind: (saved: Example) => TextKind
  read: (example: Example) => Json | undefined
  /** Undefined removes the value. */
  write: (example: Example, value: Json | undefined) => Partial<Example>
  findProblem?: (value: Json) => string | undefined
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''

const detectKind = (value: Json | undefined, emptyKind: TextKind): TextKind =>
  isEmpty(value) ? emptyKind : typeof value === 'string' ? 'text' : 'json'

/** `ofEmpty`: kind of an input that the example does not have yet. */
export const inputField = (name: string, emptyKind: TextKind = 'text'): Field => ({
  id: `inputs.${name}`,
  label: name,
  textKind: ({ inputs }) => detectKind(inputs[name], inputs[name] === '' ? 'text' : emptyKind),
  read: ({ inputs }) => inputs[name],
  write: ({ inputs }, value) => {
    const { [name]: _previous, ...otherInputs } = inputs
    return { inputs: value === undefined ? otherInputs : { ...inputs, [name]: value } }
  },
})

export const referenceField = (emptyKind: TextKind = 'either'): Field => ({
  id: 'reference',
  label: 'Reference',
  textKind: ({ reference }) => detectKind(reference, emptyKind),
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

const MAX_SPLITS = 20

export const splitsField: Field = {
  id: 'splits',
  label: 'Splits',
  textKind: () => 'text',
  read: ({ splits }) => (splits.length === 0 ? undefined : splits.join(', ')),
  write: (_example, value) => ({ splits: namesIn(value) }),
  findProblem: (value) => {
    const names = namesIn(value)
    if (names.length > MAX_SPLITS) return `at most ${MAX_SPLITS} splits`
    return names.every((name) => SplitName.safeParse(name).success)
      ? undefined
      : 'a split name has at most 64 characters'
  },
}

export const metadataField: Field = {
  id: 'metadata',
  label: 'Metadata',
  textKind: () => 'json',
  read: ({ metadata }) => (Object.keys(metadata).length === 0 ? undefined : metadata),
  write: (_example, value) => ({
    metadata: value !== undefined && isJsonObject(value) ? value : {},
  }),
  findProblem: (value) => (isJsonObject(value) ? undefined : 'must be a JSON object'),
}

/** Returns the draft change for text typed into a field: the parsed value, or the invalid text. */
export function writeField(field: Field, saved: Example, text: string): DraftChange {
  const read = parseValueText(text, field.textKind(saved), field.findProblem)
  return ({ example, invalidTexts: { [field.id]: _previous, ...invalidTexts } }) =>
    'problem' in read
      ? { example, invalidTexts: { ...invalidTexts, [field.id]: text } }
      : { example: { ...example, ...field.write(example, read.value) }, invalidTexts }
}

/** Returns the change that resets a field to an earlier draft. */
export const restoring =
  (field: Field, before: ExampleDraft): DraftChange =>
  ({ example, invalidTexts: { [field.id]: _previous, ...invalidTexts } }) => {
    const text = before.invalidTexts[field.id]
    return {
      example: { ...example, ...field.write(example, field.read(before.example)) },
      invalidTexts: text === undefined ? invalidTexts : { ...invalidTexts, [field.id]: text },
    }
  }
