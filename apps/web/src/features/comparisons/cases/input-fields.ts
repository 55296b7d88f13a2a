import type { ComparisonCase, GraphDocument } from '@lathe/contract'

export type InputField = {
  name: string
  isText: boolean
  /** Messages, of which a text is one that the user says. */
  isChat: boolean
}

/** The variables of all variants, and whatever else the case has. */
export function inputFields(
  documents: readonly GraphDocument[],
  { input }: Pick<ComparisonCase, 'input'>,
): InputField[] {
  const asked = new Map<string, Set<string | undefined>>()
  for (const { input: names, state } of documents) {
    for (const name of names) {
      asked.set(name, new Set([...(asked.get(name) ?? []), state[name]?.type]))
    }
  }
  for (const [name, value] of Object.entries(input)) {
    if (!asked.has(name)) asked.set(name, new Set([typeof value]))
  }
  return [...asked].map(([name, types]) => {
    const value = input[name]
    // What is there already is shown as it is.
    const mayBeText = value === undefined || typeof value === 'string'
    const takesText = [...types].every((type) => type === 'string' || type === 'messages')
    return { name, isText: mayBeText && takesText, isChat: takesText && types.has('messages') }
  })
}
