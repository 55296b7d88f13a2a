import { literal } from '../print/literal.ts'
import { JAVASCRIPT_TOOL } from './javascript-source.ts'
import { MEMORY_TOOLS } from './memory-source.ts'
import { articles, arithmeticSource, searchTermSource } from '../generated/tool-sources.ts'

export type ToolSource = {
  /** The tool's function, over its typed arguments. */
  run: string
  /** Its name → the file it comes from. */
  imports: Record<string, string>
  files: Record<string, () => string>
}

export const httpFiles: ToolSource['files'] = { 'tools/http.ts': () => httpSource }

/** How the tools that come with Lathe are written in a project of their own. */
export const BUILT_IN: Record<string, ToolSource> = {
  calculator: {
    // As many digits as survive binary fractions: 0.1 + 0.2 is 0.3.
    run: '({ expression }) => Number(evaluateArithmetic(expression).toPrecision(14))',
    imports: { evaluateArithmetic: '/tools/arithmetic.ts' },
    files: { 'tools/arithmetic.ts': () => arithmeticSource },
  },
  current_time: {
    run: "({ timezone = 'UTC' }) => timeIn(timezone, Date.now())",
    imports: { timeIn: '/tools/time.ts' },
    files: {
      'tools/time.ts': () => `const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month, 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }),
)

/** \`2026-11-20T23:05:12+09:00, Friday 20 November 2026, Asia/Tokyo\` */
export function timeIn(timeZone: string, now: number): string {
  const format = formatFor(timeZone)
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  const month = String(MONTHS.indexOf(part('month')) + 1).padStart(2, '0')
  const day = \`\${part('year')}-\${month}-\${part('day').padStart(2, '0')}\`
  const time = \`\${part('hour')}:\${part('minute')}:\${part('second')}\`
  const words = \`\${part('weekday')} \${part('day')} \${part('month')} \${part('year')}\`
  return \`\${day}T\${time}\${offset}, \${words}, \${format.resolvedOptions().timeZone}\`
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    })
  } catch {
    throw new Error(\`There is no time zone "\${timeZone}"; use a name like Europe/Paris\`)
  }
}
`,
    },
  },
  knowledge_lookup: {
    run: '({ query, limit = 3 }) => answerFrom(query, limit)',
    imports: { answerFrom: '/tools/knowledge.ts' },
    files: {
      'tools/knowledge.ts': () => knowledgeSource,
      'tools/search-term.ts': () => searchTermSource,
      'tools/articles.ts': () => `export type Article = { title: string; text: string }

export const articles: readonly Article[] = ${literal(articles.map((article) => ({ ...article })))}
`,
    },
  },
  http_get: {
    run: '({ url }, { signal }) => readPage(url, signal)',
    imports: { readPage: '/tools/http.ts' },
    files: httpFiles,
  },
  run_javascript: JAVASCRIPT_TOOL,
  ...MEMORY_TOOLS,
}

const knowledgeSource = `import { articles } from './articles.ts'
import type { Article } from './articles.ts'
import { searchTerm } from './search-term.ts'

/** The articles that tell most about a question, ranked by BM25. */
export function answerFrom(query: string, limit: number): string {
  const found = lookUp(query, limit)
  if (found.length === 0) return \`Nothing is known about \${query}.\`
  return found.map(({ title, text }) => \`\${text} (Source: \${title}.)\`).join('\\n\\n')
}

type Field = { counts: Map<string, number>; words: number }
type Fields = Record<'title' | 'text', Field>

const BOOSTS = { title: 2.5, text: 1 }
const FIELDS = ['title', 'text'] as const

const pages = articles.map((article) => ({
  article,
  fields: { title: fieldOf(article.title), text: fieldOf(article.text) } satisfies Fields,
}))
const averages = {
  title: average(pages.map(({ fields }) => fields.title.words)),
  text: average(pages.map(({ fields }) => fields.text.words)),
}

/** Best first; only what is about as relevant as the best. */
export function lookUp(query: string, limit: number): Article[] {
  const terms = termsOf(query)
  const hits = pages
    .map(({ article, fields }) => ({ article, score: scoreOf(fields, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const least = (hits[0]?.score ?? 0) / 4
  return hits
    .filter(({ score }) => score >= least)
    .slice(0, limit)
    .map(({ article }) => article)
}

function scoreOf(fields: Fields, terms: readonly string[]): number {
  const matched = new Set<string>()
  let score = 0
  for (const term of terms) {
    for (const name of FIELDS) {
      const { counts, words } = fields[name]
      const count = counts.get(term)
      if (count === undefined) continue
      matched.add(term)
      const matches = pages.filter((page) => page.fields[name].counts.has(term)).length
      const rarity = Math.log(1 + (pages.length - matches + 0.5) / (matches + 0.5))
      const length = 0.3 + (0.7 * words) / averages[name]
      score += BOOSTS[name] * rarity * (0.5 + (count * 2.2) / (count + 1.2 * length))
    }
  }
  return score * matched.size
}

function wordsOf(text: string): string[] {
  return text.split(/[\\n\\r\\p{Z}\\p{P}]+/u)
}

function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => searchTerm(word) ?? [])
}

function fieldOf(text: string): Field {
  const counts = new Map<string, number>()
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { counts, words: new Set(wordsOf(text)).size }
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
`

const httpSource = `const LONGEST_TEXT = 20_000
const READABLE = /^(text\\/|application\\/([\\w.+-]*\\+)?(json|xml|javascript|yaml|x-ndjson))/

/** The text of a page. It fetches whatever it is told to: where that matters, say here what it may reach. */
export async function readPage(url: string, signal?: AbortSignal) {
  const headers = { accept: 'text/html, application/json, text/*;q=0.9' }
  const response = await fetch(url, { headers, ...(signal && { signal }) })
  const { contentType, text: body } = await readText(response)
  return {
    status: response.status,
    contentType,
    body: body.slice(0, LONGEST_TEXT),
    ...(body.length > LONGEST_TEXT && { truncated: true }),
  }
}

/** What an answer says, pages without their markup; what is no text is refused. */
export async function readText(response: Response) {
  const contentType = response.headers.get('content-type') ?? 'text/plain'
  if (!READABLE.test(contentType)) {
    await response.body?.cancel()
    throw new Error(\`The answer is \${contentType}, which cannot be read as text\`)
  }
  const text = await response.text()
  return { contentType, text: contentType.includes('html') ? htmlText(text) : text }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What a reader of the page would read, a line for each block. */
function htmlText(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  const body = html
    .replace(/<!--[\\s\\S]*?-->/g, '')
    .replace(/<(script|style|noscript|template|svg|head|iframe|object)\\b[\\s\\S]*?<\\/\\1\\s*>/gi, '')
    .replace(/\\s+/g, ' ')
    .replace(/<li\\b[^>]*>/gi, '\\n- ')
    .replace(/<\\/?(address|article|aside|blockquote|br|d[dlt]|div|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|t[dhr]|ul)\\b[^>]*>/gi, '\\n')
    .replace(/<[^>]*>/g, '')
  return \`\${title}\\n\${body}\`
    .replace(/&(\\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/&#(\\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .split('\\n')
    .map((line) => line.replace(/\\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\\n')
}
`
