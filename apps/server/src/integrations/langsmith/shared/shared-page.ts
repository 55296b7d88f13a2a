import {
  isImageDataUrl,
  type Json,
  type Message,
  type Span,
  type SpanDetail,
} from '@lathe/contract'
import {
  buildTree,
  isForeignPlumbing,
  isObject,
  readMessages,
  type SpanNode,
  walkTree,
} from '@lathe/traces'
import { escaped } from './escape-html.ts'
import { renderFiles } from './render-files.ts'
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
export function sharedPage({ title: rawTitle, spans, isCut, files }: Shared): string {
  const title = escaped(rawTitle)
  const details = new Map(spans.map((span) => [span.id, span]))
  const roots = buildTree(spans)
  const depths = spanDepths(roots)
  const tops = new Set(roots.map(({ span }) => span.id))
  const items = [...walkTree(roots)].flatMap(({ span }) => {
    const isHidden = isForeignPlumbing(span) && !tops.has(span.id) && span.error === null
    const detail = isHidden ? undefined : details.get(span.id)
    const attached = renderFiles(span.id, files.get(span.id) ?? [])
    return detail ? [renderSpan(detail, depths.get(span.id) ?? 0, attached)] : []
  })
  return frame(
    title,
    `${roots[0] ? `<p>${escaped(renderFacts(roots[0].span, spans))}${renderFailed(roots[0].span, spans)}</p>` : ''}
${isCut ? `<p>Only its first ${spans.length} spans are shown.</p>` : ''}
<div class="spans">
${items.join('\n')}
</div>
<script src="${SCRIPT_PATH}"></script>`,
  )
}

/** Start time, status, duration and total tokens. */
function renderFacts(root: Span, spans: readonly SpanDetail[]): string {
  const startTime = new Date(root.startedAt / 1_000).toISOString()
  const used = spans.filter(({ kind }) => kind === 'model').flatMap(({ usage }) => usage ?? [])
  const sum = (of: 'input' | 'output') => used.reduce((total, usage) => total + usage[of], 0)
  return [
    `${startTime.slice(0, 10)} ${startTime.slice(11, 19)} UTC`,
    root.status,
    formatDuration(root),
    used.length > 0 && `${sum('input')} → ${sum('output')} tokens`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A successful or running span may contain failed ones. Links to the first of them. */
function renderFailed(root: Span, spans: readonly Span[]): string {
  const failed = spans.filter(({ status }) => status === 'error')
  if (root.status === 'error' || !failed[0]) return ''
  const words = `${failed.length} failed ${failed.length === 1 ? 'span' : 'spans'}`
  return ` · <a class="failed" href="#${failed[0].id}">${words}</a>`
}

function spanDepths(roots: readonly SpanNode[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { span } of walkTree(roots)) {
    const parent = span.parentId === null ? undefined : depths.get(span.parentId)
    depths.set(span.id, parent === undefined ? 0 : parent + 1)
  }
  return depths
}

/** Limits indentation. Deeper spans would have no width left. */
const DEEPEST = 24

function renderSpan(span: SpanDetail, depth: number, files: string): string {
  const { kind, name, status, usage, error, inputs, outputs } = span
  const facts = [
    kind,
    status === 'success' ? '' : status,
    formatDuration(span),
    usage && `${usage.input} → ${usage.output} tokens`,
  ]
  const hasFailed = status === 'error'
  return `<details id="${span.id}" style="margin-left:${Math.min(depth, DEEPEST)}em"${depth === 0 || hasFailed ? ' open' : ''}>
<summary${hasFailed ? ' class="failed"' : ''}><b>${escaped(name)}</b> ${escaped(facts.filter(Boolean).join(' · '))}</summary>
${error ? `<p>${escaped(error.message)}</p>` : ''}${renderPart('Input', inputs)}${renderPart('Output', outputs)}${files}
</details>`
}

const renderPart = (title: string, value: Json): string =>
  value === null ? '' : `<h2>${title}</h2>${readable(value)}`

/** Renders objects by field and strings unquoted. */
function readable(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `<div class="text">${renderValue(value)}</div>`
  const fields = Object.entries(value).map(
    ([name, field]) => `<dt>${escaped(name)}</dt><dd>${renderValue(field)}</dd>`,
  )
  return `<dl>${fields.join('')}</dl>`
}

function renderValue(value: Json): string {
  const messages = readMessages(value)
  if (messages) return messages.map(renderMessage).join('')
  return renderText(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** Renders a string as text, or as an image if it is one. */
const renderText = (text: string): string =>
  isImageDataUrl(text)
    ? `<figure><img src="${text}" alt="A picture"></figure>`
    : `<pre>${escaped(text)}</pre>`

/** Tool calls are rendered separately, in any provider format. */
const isContent = ({ type }: { type: string }): boolean =>
  type !== 'tool_use' && type !== 'tool_call'

function partText(part: Exclude<Message['content'], string>[number]): string {
  if ('text' in part && typeof part.text === 'string') return part.text
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : null
  return isObject(image) && typeof image['url'] === 'string'
    ? image['url']
    : JSON.stringify(part, null, 2)
}

/** Renders role, content and tool calls. */
function renderMessage({ role, name, content, toolCalls = [] }: Message): string {
  const texts = typeof content === 'string' ? [content] : content.filter(isContent).map(partText)
  const pictures = texts.filter(isImageDataUrl)
  const calls = toolCalls.map((call) => `${call.name} ${JSON.stringify(call.args)}`)
  const lines = [...texts.filter((text) => !isImageDataUrl(text)), ...calls].filter(
    (line) => line !== '',
  )
  const author = escaped(name ? `${role} ${name}` : role)
  const body = `<pre>${escaped(lines.join('\n'))}</pre>${pictures.map(renderText).join('')}`
  return `<div class="text"><p class="who">${author}</p>${body}</div>`
}

function formatDuration({ startedAt, endedAt }: Pick<SpanDetail, 'startedAt' | 'endedAt'>): string {
  if (endedAt === null) return ''
  const ms = (endedAt - startedAt) / 1_000
  if (ms < 1) return '<1 ms'
  return ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
