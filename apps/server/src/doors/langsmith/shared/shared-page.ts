import type { Attachment, Json, Message, SpanDetail } from '@lathe/contract'
import { buildTree, isForeignPlumbing, readMessages, type SpanNode, walkTree } from '@lathe/traces'
import { escaped } from './escaped.ts'
import { filesPart } from './shared-files.ts'
import { SCRIPT_PATH } from './shared-script.ts'
import { STYLE } from './shared-style.ts'

type Shared = {
  title: string
  /** The shared span and what is below it, or only the first of them. */
  spans: readonly SpanDetail[]
  isCut: boolean
  /** By the span they are attached to. */
  files: ReadonlyMap<string, readonly Attachment[]>
}

/** A page to read: whoever has the link needs no account and no other part of Lathe. */
export function sharedPage({ title: given, spans, isCut, files }: Shared): string {
  const title = escaped(given)
  const details = new Map(spans.map((span) => [span.id, span]))
  const roots = buildTree(spans)
  const depths = depthsOf(roots)
  const tops = new Set(roots.map(({ span }) => span.id))
  const items = [...walkTree(roots)].flatMap(({ span }) => {
    const isHidden = isForeignPlumbing(span) && !tops.has(span.id) && span.error === null
    const detail = isHidden ? undefined : details.get(span.id)
    const more = filesPart(span.id, files.get(span.id) ?? [])
    return detail ? [itemOf(detail, depths.get(span.id) ?? 0, more)] : []
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<script src="${SCRIPT_PATH}" defer></script>
<h1>${title}</h1>
${roots[0] ? `<p>${new Date(roots[0].span.startedAt / 1_000).toISOString()}</p>` : ''}
${isCut ? `<p>Only its first ${spans.length} spans are shown.</p>` : ''}
<main>
${items.join('\n')}
</main>
</html>
`
}

function depthsOf(roots: readonly SpanNode[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { span } of walkTree(roots)) {
    const parent = span.parentId === null ? undefined : depths.get(span.parentId)
    depths.set(span.id, parent === undefined ? 0 : parent + 1)
  }
  return depths
}

/** Deeper ones stand below one another, or nothing would be left of the line. */
const DEEPEST = 24

function itemOf(span: SpanDetail, depth: number, more: string): string {
  const { kind, name, status, usage, error, inputs, outputs } = span
  const facts = [
    kind,
    status === 'success' ? '' : status,
    lengthOf(span),
    usage && `${usage.input} → ${usage.output} tokens`,
  ]
  return `<details style="margin-left:${Math.min(depth, DEEPEST)}em"${depth === 0 ? ' open' : ''}>
<summary><b>${escaped(name)}</b> ${escaped(facts.filter(Boolean).join(' · '))}</summary>
${error ? `<p>${escaped(error.message)}</p>` : ''}${partOf('Input', inputs)}${partOf('Output', outputs)}${more}
</details>`
}

const partOf = (title: string, value: Json): string =>
  value === null ? '' : `<h2>${title}</h2>${readable(value)}`

/** Field by field, text as it was written and not as JSON quotes it. */
function readable(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `<div class="text">${textOf(value)}</div>`
  const fields = Object.entries(value).map(
    ([name, one]) => `<dt>${escaped(name)}</dt><dd>${textOf(one)}</dd>`,
  )
  return `<dl>${fields.join('')}</dl>`
}

function textOf(value: Json): string {
  const messages = readMessages(value)
  if (messages) return messages.map(messageOf).join('')
  return `<pre>${escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre>`
}

/** Calls of tools are told below, whichever way the provider has of saying them. */
const isSaid = ({ type }: { type: string }): boolean => type !== 'tool_use' && type !== 'tool_call'

const partText = (part: Exclude<Message['content'], string>[number]): string =>
  'text' in part && typeof part.text === 'string' ? part.text : JSON.stringify(part, null, 2)

/** Who said it, what, and which tools it asked for. */
function messageOf({ role, name, content, toolCalls = [] }: Message): string {
  const text =
    typeof content === 'string' ? content : content.filter(isSaid).map(partText).join('\n')
  const calls = toolCalls.map((call) => `${call.name} ${JSON.stringify(call.args)}`)
  const lines = [text, ...calls].filter((line) => line !== '')
  const who = escaped(name ? `${role} ${name}` : role)
  return `<div class="text"><p class="who">${who}</p><pre>${escaped(lines.join('\n'))}</pre></div>`
}

const lengthOf = ({ startedAt, endedAt }: Pick<SpanDetail, 'startedAt' | 'endedAt'>): string =>
  endedAt === null ? '' : `${((endedAt - startedAt) / 1_000).toFixed(0)} ms`
