import type { ScriptReply } from './script.ts'

/**
 * Replies written into a prompt: `[[reply: text]]`, `[[json: {…}]]`, `[[tokens: 500]]`,
 * `[[call: tool {…}]]` (one call per line), `[[fault: 429:retry-after=1]]`, `[[latency-ms: 200]]` and
 * `[[tokens-per-second: 50]]`. Each of the first four answers one turn, in the order written.
 */
export type Directives = {
  turns: readonly ScriptReply[]
  /** `times=2` after it spoils only the first two attempts. */
  fault: string | undefined
  faultTimes: number | undefined
  latencyMs: number | undefined
  tokensPerSecond: number | undefined
}

type Written = { name: string; value: string; start: number; end: number }

const OPENING = /\[\[(reply|json|tokens|call|fault|latency-ms|tokens-per-second):/g

export function readDirectives(text: string): Directives {
  const written = writtenIn(text)
  const settingOf = (name: string) => written.find((item) => item.name === name)?.value
  const numberOf = (name: string) => {
    const value = settingOf(name)
    return value === undefined ? undefined : Number(value)
  }
  const [fault, times] = settingOf('fault')?.split(/\s+times=/) ?? []
  return {
    turns: written.flatMap(turnOf),
    fault,
    faultTimes: times === undefined ? undefined : Number(times),
    latencyMs: numberOf('latency-ms'),
    tokensPerSecond: numberOf('tokens-per-second'),
  }
}

export function withoutDirectives(text: string): string {
  if (!text.includes('[[')) return text
  return writtenIn(text)
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    .trim()
}

const MOST = 100

function writtenIn(text: string): Written[] {
  const found: Written[] = []
  if (!text.includes('[[')) return found
  for (const match of [...text.matchAll(OPENING)].slice(0, MOST)) {
    const start = match.index
    if (start < (found.at(-1)?.end ?? 0)) continue
    const end = closingOf(text, start)
    if (end === undefined) continue
    const value = text.slice(start + match[0].length, end - 2).trim()
    found.push({ name: match[1] ?? '', value, start, end })
  }
  return found
}

/** Past the `]]` that closes the `[[` at `start`; JSON inside may bring brackets of its own. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1
    if (text[at] === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

function turnOf({ name, value }: Written): ScriptReply[] {
  switch (name) {
    case 'reply':
    case 'json':
      return [value]
    case 'tokens':
      return [{ tokens: Number.parseInt(value, 10) || 0 }]
    case 'call':
      return [{ toolCalls: value.split('\n').map(callOf) }]
    default:
      return []
  }
}

function callOf(line: string): { name: string; arguments: string } {
  const [, name = '', args = ''] = /^\s*([\w-]+)\s*(.*)$/s.exec(line) ?? []
  return { name, arguments: args.trim() === '' ? '{}' : args.trim() }
}
