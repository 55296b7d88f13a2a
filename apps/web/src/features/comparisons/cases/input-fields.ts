import type { ComparisonCase, GraphDocument } from '@lathe/contract'

export type InputField = { name: string; isText: boolean }

/** The variables of all variants, and whatever else the case has. */
export function inputFields(
  documents: readonly GraphDocument[],
  { input }: Pick<ComparisonCase, 'input'>,
): InputField[] {
  const asked = new Map<string, boolean>()
  for (const { input: names, state } of documents) {
    for (const name of names) {
      const isText = state[name]?.type === 'string'
      asked.set(name, (asked.get(name) ?? true) && isText)
    }
  }
  for (const [name, value] of Object.entries(input)) {
    if (!asked.has(name)) asked.set(name, typeof value === 'string')
  }
  return [...asked].map(([name, isText]) => ({
    name,
    // What is there already is shown as it is.
    isText: isText && (input[name] === undefined || typeof input[name] === 'string'),
  }))
}
