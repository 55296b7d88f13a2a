import { isTextType, type Json } from '@lathe/contract'
import { redactJson } from './secret-rules.ts'

type File = { mimeType: string; body: Uint8Array }
type Redact = <T extends Json>(value: T) => T

/** Redacts the content of a text file. Returns other files, and text that is not UTF-8, unchanged. */
export function redactFile({ mimeType, body }: File, redact: Redact = redactJson): Uint8Array {
  if (!isTextType(mimeType)) return body
  const text = decodeText(body)
  if (text === undefined) return body
  const redacted = redactText(text, redact)
  return redacted === text ? body : Buffer.from(redacted)
}

/** Redacts JSON and JSON Lines by field name as well. */
function redactText(text: string, redact: Redact): string {
  const redacted = redactJsonText(text, redact)
  if (redacted !== undefined) return redacted
  const lines = text.split('\n').map((line) => redactJsonText(line, redact) ?? line)
  return redact(lines.join('\n'))
}

/**
 * Returns the original text if it contains no secret, and undefined if it is not an object or an
 * array.
 */
function redactJsonText(text: string, redact: Redact): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as Json
    const redacted = JSON.stringify(redact(value))
    return redacted === JSON.stringify(value) ? text : redacted
  } catch {
    return undefined
  }
}

function decodeText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}
