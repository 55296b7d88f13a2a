import { isPicture, type Json, type Message, type Span, type SpanDetail } from '@lathe/contract'
import {
  buildTree,
  isForeignPlumbing,
  isObject,
  readMessages,
  type SpanNode,
  walkTree,
} from '@lathe/traces'
import { escaped } from './escaped.ts'
import { filesPart } from './file-figures.ts'
import type { SharedFile } from './shared-files.ts'
import { SCRIPT_PATH } from './shared-script.ts'
import { STYLE } from './shared-style.ts'

type Shared = {
  title: string
  /** The shared span and its descendants, possibly truncated. */
  spans: readonly SpanDetail[]
  isCut: boolean
  /** Keyed by span id. */
  files: ReadonlyMap<string, readonly SharedFile[]>
}

/** Page of a revoked, expired or unknown link. */
export const emptyPage = (): string =>
  frame('Nothing here', '<p>This link was revoked, has expired or never existed.</p>')

const frame = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`

/** Renders a page that needs no account and no other part of Lathe. */
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
  return frame(
    title,
    `${roots[0] ? `<p>${escaped(factsOf(roots[0].span, spans))}${failedPart(roots[0].span, spans)}</p>` : ''}
${isCut ? `<p>Only its first ${spans.length} spans are shown.</p>` : ''}
<div class="spans">
${items.join('\n')}
</div>
<script src="${SCRIPT_PATH}"></script>`,
  )
}

/** Start time, status, duration and total tokens. */
function factsOf(root: Span, spans: readonly SpanDetail[]): string {
  const when = new Date(root.startedAt / 1_000).toISOString()
  const used = spans.filter(({ kind }) => kind === 'model').flatMap(({ usage }) => usage ?? [])
  const sum = (of: 'input' | 'output') => used.reduce((total, usage) => total + usage[of], 0)
  return [
    `${when.slice(0, 10)} ${when.slice(11, 19)} UTC`,
    root.status,
    lengthOf(root),
    used.length > 0 && `${sum('input')} → ${sum('output')} tokens`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A successful or running span may contain failed ones. Links to the first of them. */
function failedPart(root: Span, spans: readonly Span[]): string {
  const failed = spans.filter(({ status }) => status === 'error')
  if (root.status === 'error' || !failed[0]) return ''
  const words = `${failed.length} failed ${failed.length === 1 ? 'span' : 'spans'}`
  return ` · <a class="failed" href="#${failed[0].id}">${words}</a>`
}

function depthsOf(roots: readonly SpanNode[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { span } of walkTree(roots)) {
    const parent = span.parentId === null ? undefined : depths.get(span.parentId)
    depths.set(span.id, parent === undefined ? 0 : parent + 1)
  }
  return depths
}

/** Limits indentation. Deeper spans would have no width left. */
const DEEPEST = 24

function itemOf(span: SpanDetail, depth: number, more: string): string {
  const { kind, name, status, usage, error, inputs, outputs } = span
  const facts = [
    kind,
    status === 'success' ? '' : status,
    lengthOf(span),
    usage && `${usage.input} → ${usage.output} tokens`,
  ]
  const hasFailed = status === 'error'
  return `<details id="${span.id}" style="margin-left:${Math.min(depth, DEEPEST)}em"${depth === 0 || hasFailed ? ' open' : ''}>
<summary${hasFailed ? ' class="failed"' : ''}><b>${escaped(name)}</b> ${escaped(facts.filter(Boolean).join(' · '))}</summary>
${error ? `<p>${escaped(error.message)}</p>` : ''}${partOf('Input', inputs)}${partOf('Output', outputs)}${more}
</details>`
}

const partOf = (title: string, value: Json): string =>
  value === null ? '' : `<h2>${title}</h2>${readable(value)}`

/** Renders objects by field and strings unquoted. */
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
  return shown(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** Renders a string as text, or as an image if it is one. */
const shown = (text: string): string =>
  isPicture(text)
    ? `<figure><img src="${text}" alt="A picture"></figure>`
    : `<pre>${escaped(text)}</pre>`

/** Tool calls are rendered separately, in any provider format. */
const isSaid = ({ type }: { type: string }): boolean => type !== 'tool_use' && type !== 'tool_call'

function partText(part: Exclude<Message['content'], string>[number]): string {
  if ('text' in part && typeof part.text === 'string') return part.text
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : null
  return isObject(image) && typeof image['url'] === 'string'
    ? image['url']
    : JSON.stringify(part, null, 2)
}

/** Renders role, content and tool calls. */
function messageOf({ role, name, content, toolCalls = [] }: Message): string {
  const texts = typeof content === 'string' ? [content] : content.filter(isSaid).map(partText)
  const pictures = texts.filter(isPicture)
  const calls = toolCalls.map((call) => `${call.name} ${JSON.stringify(call.args)}`)
  const lines = [...texts.filter((text) => !isPicture(text)), ...calls].filter(
    (line) => line !== '',
  )
  const who = escaped(name ? `${role} ${name}` : role)
  const said = `<pre>${escaped(lines.join('\n'))}</pre>${pictures.map(shown).join('')}`
  return `<div class="text"><p class="who">${who}</p>${said}</div>`
}

function lengthOf({ startedAt, endedAt }: Pick<SpanDetail, 'startedAt' | 'endedAt'>): string {
  if (endedAt === null) return ''
  const ms = (endedAt - startedAt) / 1_000
  if (ms < 1) return '<1 ms'
  return ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
