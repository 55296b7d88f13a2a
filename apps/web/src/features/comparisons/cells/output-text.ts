import type { Json } from '@lathe/contract'
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
