import { Json } from '@lathe/contract'

/** `either`: JSON if the text is an object or a list, else text. */
export type TextKind = 'text' | 'json' | 'either'

export type ParsedText = { value: Json | undefined } | { problem: string }

/** Parses the input; undefined if it is empty. */
export function parseValueText(
  text: string,
  kind: TextKind,
  validate?: (value: Json) => string | undefined,
): ParsedText {
  if (text === '') return { value: undefined }
  const parsed = kind === 'text' ? undefined : tryParseJson(text)
  if (kind === 'json' && parsed === undefined) return { problem: 'not JSON yet' }
  const value = kind === 'json' || isStructure(parsed) ? (parsed ?? null) : text
  const problem = validate?.(value)
  return problem === undefined ? { value } : { problem }
}

/** Formats a value for editing. */
export function formatValueText(value: Json | undefined, kind: TextKind): string {
  if (value === undefined) return ''
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2)
}

export function tryParseJson(text: string): Json | undefined {
  try {
    return Json.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const isStructure = (value: Json | undefined) => typeof value === 'object' && value !== null
