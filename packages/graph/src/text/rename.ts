import { applyEdits } from './place.ts'
import type { TextEdit } from './place.ts'
import { parseScript } from './script.ts'
import type { ScriptKind } from './script.ts'
import { parseTemplate } from './template.ts'

/** Renames a channel in a template; an invalid template stays unchanged. */
export function renameInTemplate(text: string, from: string, to: string): string {
  const edits: TextEdit[] = parseTemplate(text)
    .tags.filter((tag) => tag.head === from)
    .flatMap((tag) =>
      tag.positions.map(({ start }) => ({ start, end: start + from.length, text: to })),
    )
  return applyEdits(text, edits)
}

/** Renames a channel in an expression or code, in reads and in returned keys. */
export function renameInScript(source: string, kind: ScriptKind, from: string, to: string): string {
  const script = parseScript(source, kind)
  const reads = new Map(
    script.reads.filter((read) => read.name === from).map((read) => [read.start, read]),
  )
  const returnedKeys = kind === 'code' ? (script.returns ?? []) : []
  const edits: TextEdit[] = []
  for (const { start, end, name, isShorthand } of returnedKeys) {
    if (name !== from) continue
    const isLocal = isShorthand && !reads.delete(start)
    edits.push({ start, end, text: isLocal ? `${to}: ${from}` : keepQuotes(source, start, to) })
  }
  for (const { start, end, via, isShorthand } of reads.values()) {
    const replacement = via === 'state' ? `${to}: ${from}` : `${from}: ${to}`
    edits.push({ start, end, text: isShorthand ? replacement : keepQuotes(source, start, to) })
  }
  return applyEdits(source, edits)
}

/** `state['topic']` keeps its quotes. */
function keepQuotes(source: string, start: number, to: string): string {
  const quote = source[start]
  return quote === "'" || quote === '"' ? quote + to + quote : to
}
