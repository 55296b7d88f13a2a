import type { Cell, Json } from '@lathe/contract'
import { askedText, saidPart, textOf } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'

/** What a run said: the text of its one output or of its last message; of several outputs each behind its name. */
export function outputText(output: Json): string {
  if (output === null) return ''
  const said = saidPart(output)
  if (typeof said !== 'object' || said === null) return String(said ?? '')
  if (Array.isArray(said)) return JSON.stringify(said, null, 2)
  return Object.entries(said)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n\n')
}

/** What a case asks by one of its inputs: of a conversation every line. */
export const inputText = (value: Json): string =>
  Array.isArray(value) ? askedText(value) : outputText(value)

/** What a cell said; of one that only called tools, its calls: told alike in whichever order a model names the arguments. */
export function cellText({ output, calls }: Pick<Cell, 'output' | 'calls'>): string {
  const said = outputText(output)
  if (said !== '') return said
  return calls.map(({ tool, arguments: given }) => `${tool} ${canonicalJson(given)}`).join('\n\n')
}
