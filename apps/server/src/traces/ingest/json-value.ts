import type { Json } from '@lathe/contract'
import { UNSAFE_KEY_MESSAGE, findUnsafeKeys } from '@lathe/contract/unsafe-keys'
import { isDeeperThan } from '../../platform/http/body/json-depth.ts'

export type JsonReading = { value: Json } | { problem: string }

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses untrusted JSON: checks its depth before parsing and dangerous keys after. */
export function readJsonValue(
  bytes: Uint8Array,
  maxDepth: number,
): { value: Json; text: string } | { problem: string } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { problem: 'is not UTF-8' }
  }
  if (isDeeperThan(text, maxDepth)) return { problem: `is nested deeper than ${maxDepth} levels` }
  try {
    const value = JSON.parse(text) as Json
    const mayHarm = text.includes('__proto__') || text.includes('\\u')
    const [harmful] = mayHarm ? findUnsafeKeys(value) : []
    return harmful ? { problem: `${harmful.join('.')} ${UNSAFE_KEY_MESSAGE}` } : { value, text }
  } catch (error) {
    return {
      problem: `is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    }
  }
}
