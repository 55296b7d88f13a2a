import type { SettingsLayer } from '../settings.ts'
import type { ScriptReply } from './script-player.ts'

/**
 * Replies and settings in a prompt: `[[reply: text]]`, `[[json: {…}]]`, `[[tokens: 500]]`, `[[call: tool {…}]]` (one
 * call per line), `[[fault: 500 times=1]]`, `[[latency-ms: 200]]` and `[[tokens-per-second: 50]]`. Each of the first
 * four answers one turn, in the order of the prompt.
 */
export type Directives = {
  turns: readonly ScriptReply[]
  layer: SettingsLayer
  /** The prompt without its directives. */
  rest: string
}

type Directive = { name: string; value: string; start: number; end: number }

/** `origin` names the prompt in errors. */
export function readDirectives(text: string, origin = 'messages'): Directives {
  const directives = findDirectives(text)
  const setting = (name: string) => directives.find((directive) => directive.name === name)?.value
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value))
  const [fault, times] = setting('fault')?.split(/\s+times=/) ?? []
  const rest = directives.reduceRight(
    (remaining, { start, end }) => remaining.slice(0, start) + remaining.slice(end),
    text,
  )
  return {
    turns: directives.flatMap(toReplies),
    layer: {
      origin,
      settings: {
        fault,
        faultTimes: number(times),
        latencyMs: number(setting('latency-ms')),
        tokensPerSecond: number(setting('tokens-per-second')),
      },
    },
    rest: directives.length > 0 ? rest.trim() : text,
  }
}

const OPENING = /\[\[(reply|json|tokens|call|fault|latency-ms|tokens-per-second):/g
const MAX_DIRECTIVES = 100

function findDirectives(text: string): Directive[] {
  const found: Directive[] = []
  if (!text.includes('[[')) return found
  for (const match of [...text.matchAll(OPENING)].slice(0, MAX_DIRECTIVES)) {
    const start = match.index
    if (start < (found.at(-1)?.end ?? 0)) continue
    const end = findEnd(text, start)
    if (end === undefined) continue
    const value = text.slice(start + match[0].length, end - 2).trim()
    found.push({ name: match[1] ?? '', value, start, end })
  }
  return found
}

/** Returns the index behind the `]]` that closes the `[[` at `start`. JSON inside may contain brackets. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (let position = start; position < text.length; position += 1) {
    if (text[position] === '[') depth += 1
    if (text[position] === ']') depth -= 1
    if (depth === 0) return position + 1
  }
  return undefined
}

function toReplies({ name, value }: Directive): ScriptReply[] {
  switch (name) {
    case 'reply':
    case 'json':
      return [value]
    case 'tokens':
      return [{ tokens: Number.parseInt(value, 10) || 0 }]
    case 'call':
      return [{ toolCalls: value.split('\n').map(toCall) }]
    default:
      return []
  }
}

function toCall(line: string): { name: string; arguments: string } {
  const [, name = '', args = ''] = /^\s*([\w-]+)\s*(.*)$/s.exec(line) ?? []
  return { name, arguments: args.trim() === '' ? '{}' : args.trim() }
}
