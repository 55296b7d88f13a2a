import mustache from 'mustache'
import { problemAt } from './place.ts'
import type { TextProblem } from './place.ts'
import { cacheByText } from './cache-by-text.ts'

/**
 * A token of mustache's parser: type, value, start and end, and for sections children and closing
 * tag.
 */
export type Token = [
  type: string,
  value: string,
  start: number,
  end: number,
  children?: Token[],
  close?: number,
]

export type TemplateTag = {
  /** `question.title` reads the channel `question`; empty for `{{.}}`. */
  head: string
  path: string[]
  kind: 'variable' | 'section' | 'inverted'
  /**
   * Names of the enclosing sections, outermost first; a name is looked up in their elements first.
   */
  inside: string[]
  /** Positions of the name in the text: one, plus one in a section's closing tag. */
  positions: { start: number; end: number }[]
}

export type Template = { tokens: Token[]; tags: TemplateTag[]; problems: TextProblem[] }

const ONLY_NAMES = 'Templates support only variables and sections'

const NAME = /^(?:\.|[a-zA-Z_$][\w$]*(?:\.[\w$-]+)*)$/

// The default writer would cache every text that was ever typed.
const writer = new mustache.Writer()
Object.assign(writer, { templateCache: undefined })

/** Parses a template. The result is cached and must not be modified. */
export const parseTemplate = cacheByText(parse)

function parse(text: string): Template {
  const refusedTagProblem = refusedTag(text)
  if (refusedTagProblem) return { tokens: [], tags: [], problems: [refusedTagProblem] }
  try {
    const tokens = tokenize(text)
    const tags: TemplateTag[] = []
    const problems: TextProblem[] = []
    collect(text, tokens, [], tags, problems)
    return { tokens, tags, problems }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const { from } = taggedLines(text)
    const offset = from + Number(/ at (\d+)$/.exec(message)?.[1] ?? 0)
    const detail = message.replace(/ at \d+$/, '')
    return { tokens: [], tags: [], problems: [problemAt(text, offset, detail)] }
  }
}

const LONGEST_TAG = 300

/** Rejects tags for which mustache's parser would search the rest of the text repeatedly. */
function refusedTag(text: string): TextProblem | null {
  for (let open = text.indexOf('{{'); open !== -1;) {
    const close = text.startsWith('{{{', open) ? '}}}' : '}}'
    const end = text.indexOf(close, open + 2)
    if (end === -1 || end - open > LONGEST_TAG) return problemAt(text, open, 'Unclosed tag')
    if (/^\{\{\s*=/.test(text.slice(open, end))) return problemAt(text, open, ONLY_NAMES)
    open = text.indexOf('{{', end + close.length)
  }
  return null
}

/**
 * mustache's parser reads single characters, so it receives only the lines from the first tag to
 * the last.
 */
function tokenize(text: string): Token[] {
  const { from, to } = taggedLines(text)
  const middle: Token[] = from < to ? writer.parse(text.slice(from, to), ['{{', '}}']) : []
  const plain = (start: number, end: number): Token[] =>
    start < end ? [['text', text.slice(start, end), start, end]] : []
  return [...plain(0, from), ...shiftTokens(middle, from), ...plain(to, text.length)]
}

function taggedLines(text: string): { from: number; to: number } {
  const first = text.indexOf('{{')
  if (first === -1) return { from: 0, to: 0 }
  const lastTag = Math.max(text.lastIndexOf('{{'), text.lastIndexOf('}}'))
  const lineEnd = text.indexOf('\n', lastTag)
  return { from: text.lastIndexOf('\n', first) + 1, to: lineEnd === -1 ? text.length : lineEnd + 1 }
}

function shiftTokens(tokens: readonly Token[], offset: number): Token[] {
  return tokens.map(([type, value, start, end, children, close]) =>
    Array.isArray(children)
      ? [
          type,
          value,
          start + offset,
          end + offset,
          shiftTokens(children, offset),
          (close ?? 0) + offset,
        ]
      : [type, value, start + offset, end + offset],
  )
}

function collect(
  text: string,
  tokens: readonly Token[],
  inside: string[],
  tags: TemplateTag[],
  problems: TextProblem[],
): void {
  for (const [type, name, start, , children, close] of tokens) {
    if (type === 'text' || type === '!') continue
    if (type === '>' || type === '=') {
      problems.push(problemAt(text, start, ONLY_NAMES))
      continue
    }
    if (!NAME.test(name)) {
      const label = name ? `\`${name}\`` : 'Empty tag'
      problems.push(problemAt(text, start, `${label} is not a name or a dotted path`))
      continue
    }
    const path = name === '.' ? [] : name.split('.')
    const kind = type === '#' ? 'section' : type === '^' ? 'inverted' : 'variable'
    const head = path[0] ?? ''
    tags.push({ head, path, kind, inside, positions: namePositions(text, name, start, close) })
    if (children) {
      const within = kind === 'section' ? [...inside, name] : inside
      collect(text, children, within, tags, problems)
    }
  }
}

function namePositions(text: string, name: string, start: number, close: number | undefined) {
  const tagStarts = close === undefined ? [start] : [start, close]
  return tagStarts.map((open) => {
    const from = text.indexOf(name, open + 2)
    return { start: from, end: from + name.length }
  })
}
