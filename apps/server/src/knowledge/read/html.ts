import { htmlText } from '@lathe-ai/runtime/html-text'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'

/** A larger page is read as plain text, because its DOM would need too much memory. */
const MOST_CHARACTERS = 2_000_000
/** A page this deep is hostile and slow to parse. */
const MOST_DEPTH = 1_000
/** If Readability keeps less, it misjudged the page. */
const LEAST_SHARE = 0.5

const NOT_CONTENT = [
  'script, style, noscript, template, svg, iframe, object, canvas, dialog, title, meta, link',
  'button, input, select, textarea, [hidden], [aria-hidden="true"]',
  'nav, footer, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"]',
].join(', ')
/** These elements are content inside the main element and page frame elsewhere. */
const FRAME = 'header, aside, [role="complementary"], menu'
const CONTENT = 'main, article, [role="main"]'

/**
 * Converts the main content of a page to Markdown. Keeps headings, lists, tables and code; drops
 * navigation and footers.
 */
export function readHtml(html: string): string {
  if (html.length > MOST_CHARACTERS || estimateDepth(html) > MOST_DEPTH) return htmlText(html)
  try {
    return readPage(html)
  } catch (error) {
    // A hostile page can exceed the stack.
    if (error instanceof RangeError) return htmlText(html)
    throw error
  }
}

function readPage(html: string): string {
  const { document } = parseHTML(
    `<!doctype html><html><head></head><body>${unframed(html)}</body></html>`,
  )
  const title = textOf(document.querySelector('title'))
  for (const element of document.querySelectorAll(NOT_CONTENT)) element.remove()
  for (const element of document.querySelectorAll(FRAME))
    if (!element.parentElement?.closest(CONTENT))
      element.replaceWith(...element.querySelectorAll('h1'))
  const markdown = toMarkdown(findContent(document)).trim()
  if (title === '') return markdown
  const [first = '', ...lines] = markdown.split('\n')
  const rest = first.replace(/^#+ /, '') === title ? lines.join('\n').trim() : markdown
  return `# ${title}\n\n${rest}`.trim()
}

/** Removes the outer tags, because the parser would not create a body for stray content. */
const unframed = (html: string) =>
  html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, '')

function findContent(document: Document): Element {
  const { body } = document
  const mains = [...document.querySelectorAll('main, [role="main"]')]
  const articles = [...document.querySelectorAll('article')]
  const marked = mains.length > 0 ? mains : articles
  const [only] = marked
  if (only && marked.length === 1 && textOf(only) !== '') return only
  const read = new Readability(document.cloneNode(true) as Document, {
    charThreshold: 200,
    serializer: (node) => node,
  }).parse()
  const content = read?.content
  const isWhole = textOf(content).length >= LEAST_SHARE * textOf(body).length
  return content instanceof Object && isWhole ? (content as Element) : body
}

const textOf = (node: Pick<Node, 'textContent'> | null | undefined) =>
  (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

function toMarkdown(root: Element): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  })
  // Link addresses and escapes inside sentences would be indexed as words.
  service.escape = (text) => text
  service.addRule('inline', {
    filter: ['a', 'em', 'i', 'strong', 'b', 'del', 's'],
    replacement: (content) => content,
  })
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => (node as Element).getAttribute('alt') ?? '',
  })
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => toTable(node) ?? content,
  })
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_, node) => {
      const text = (node.textContent ?? '').replace(/^\n+|\s+$/g, '')
      const fence = text.includes('```') ? '````' : '```'
      return `\n\n${fence}\n${text}\n${fence}\n\n`
    },
  })
  return service.turndown(root as HTMLElement)
}

/** Converts a table to Markdown. Undefined for a layout table. */
function toTable(table: Element): string | undefined {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) => [...row.querySelectorAll('th, td')].filter((cell) => cell.closest('tr') === row))
    .filter((cells) => cells.length > 0)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  if (width < 2 || rows.length < 2 || table.querySelector('table')) return undefined
  const [head = '', ...body] = rows.map((cells) => {
    for (const block of cells.flatMap((cell) => [...cell.querySelectorAll('br, p, div, li')]))
      block.replaceWith(' ', ...block.childNodes, ' ')
    const texts = Array.from({ length: width }, (_, index) => textOf(cells[index]))
    return `| ${texts.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  })
  const caption = textOf(table.querySelector('caption'))
  const lines = [head, `|${' --- |'.repeat(width)}`, ...body]
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${lines.join('\n')}\n\n`
}

/** Void elements and elements with an optional end tag. */
const UNCLOSED =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|source|t[bdhr]\w*|track|wbr)$/i

function estimateDepth(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, end, name = '', self] of html.matchAll(
    /<(\/?)([a-z][\w-]*)[^<>]{0,2000}?(\/?)>/gi,
  )) {
    if (self === '/' || UNCLOSED.test(name)) continue
    depth = Math.max(0, depth + (end === '/' ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
