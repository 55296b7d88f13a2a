import type { Json, Span } from '@lathe/contract'
import { isObject } from '../external/fields.ts'

/**
 * What a step that waits asks of a human: of LangGraph.js the value its `interrupt` was called with (several as a list),
 * of others the text they sent. Undefined of what does not wait, or says nothing.
 */
export function askedOfHuman({ status, error }: Pick<Span, 'status' | 'error'>): Json | undefined {
  if (status !== 'interrupted' || !error) return undefined
  const values = interruptsIn(error.message)?.map((one) =>
    isObject(one) ? (one['value'] ?? null) : one,
  )
  return (values?.length === 1 ? values[0] : values) ?? error.message
}

function interruptsIn(text: string): Json[] | undefined {
  try {
    const read = JSON.parse(text) as Json
    return Array.isArray(read) && read.length > 0 ? read : undefined
  } catch {
    return undefined
  }
}
