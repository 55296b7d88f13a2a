import type { Json } from '@lathe/contract'

/** A value inside a text: lists and objects as JSON, what is missing as nothing. */
export function asText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
