import type { Cell, Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { textOf } from '../../../lib/messages.ts'

type Said = Parameters<typeof textOf>[0]

const isMessage = (value: unknown): value is Said & { role: string } =>
  typeof value === 'object' && value !== null && 'content' in value && 'role' in value

/** What a run said: the text of its one output, or of its last message; anything else as JSON. */
export function outputText(output: Json): string {
  if (output === null) return ''
  if (typeof output === 'string') return output
  if (Array.isArray(output)) {
    const last: unknown = output.at(-1)
    return isMessage(last) ? textOf(last) : JSON.stringify(output, null, 2)
  }
  if (typeof output !== 'object') return String(output)
  const values = Object.values(output)
  const [only] = values
  return values.length === 1 && only !== undefined
    ? outputText(only)
    : JSON.stringify(output, null, 2)
}

/** What a cell said; of one that only called tools, its calls: told alike in whichever order a model names the arguments. */
export function cellText({ output, calls }: Pick<Cell, 'output' | 'calls'>): string {
  const said = outputText(output)
  if (said !== '') return said
  return calls.map(({ tool, arguments: given }) => `${tool} ${canonicalJson(given)}`).join('\n\n')
}
