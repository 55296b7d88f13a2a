import type { Json } from '@lathe/contract'
import { HARD_BREAK, list } from './layout.ts'

const NAME = /^[A-Za-z_$][\w$]*$/

export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${unseen(inner)}'`
}

/** Escapes a template literal's text; its line breaks stay line breaks. */
export function inTemplate(text: string): string {
  const safe = text
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return unseen(safe).replaceAll('\n', HARD_BREAK)
}

/** Writes text in quotes, or as a template literal if it has several lines. */
export function textLiteral(text: string): string {
  return text.includes('\n') ? `\`${inTemplate(text)}\`` : quote(text)
}

const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\uFDD0]/gu

function unseen(text: string): string {
  return text.replace(CONTROL, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function key(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return NAME.test(name) ? name : quote(name)
}

export function member(object: string, name: string): string {
  return NAME.test(name) ? `${object}.${name}` : `${object}[${quote(name)}]`
}

export function literal(value: Json): string {
  if (typeof value === 'string') return textLiteral(value)
  if (Array.isArray(value)) return list('[]', value.map(literal))
  if (typeof value !== 'object' || value === null) {
    return Object.is(value, -0) ? '-0' : JSON.stringify(value)
  }
  return list(
    '{}',
    Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item)}`),
  )
}
