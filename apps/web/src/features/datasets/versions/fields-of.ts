import type { Example, Json } from '@lathe/contract'

export type ChangedField = { field: string; was: string; is: string }

/** The fields of an example that are different, as text: JSON over several lines where it is none. */
export function fieldsOf(before: Example, after: Example): ChangedField[] {
  const names = new Set([...Object.keys(before.inputs), ...Object.keys(after.inputs)])
  const fields: [string, (example: Example) => Json | undefined][] = [
    ...[...names].map((name): [string, (example: Example) => Json | undefined] => [
      name,
      ({ inputs }) => inputs[name],
    ]),
    ['Reference', ({ reference }) => reference],
    ['Splits', ({ splits }) => splits.join(', ')],
    ['Metadata', ({ metadata }) => (Object.keys(metadata).length === 0 ? '' : metadata)],
    ['Attachments', ({ files }) => files.map(({ name }) => name).join(', ')],
  ]
  return fields
    .map(([field, read]) => ({ field, was: textOf(read(before)), is: textOf(read(after)) }))
    .filter(({ was, is }) => was !== is)
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
