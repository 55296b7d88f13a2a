import mustache from 'mustache'
import { problemAt } from './place.ts'
import type { TextProblem } from './place.ts'

/** A token of mustache's parser: type, value, start, end, and for sections children and closing tag. */
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
  /** Names of the sections around it, outermost first: their elements are looked in first. */
  inside: string[]
  /** Where the name stands in the text: once, and again in a section's closing tag. */
  at: { start: number; end: number }[]
}

export type Template = { tokens: Token[]; tags: TemplateTag[]; problems: TextProblem[] }

const NAME = /^(?:\.|[a-zA-Z_$][\w$]*(?:\.[\w$-]+)*)$/

// The default writer would keep every text that was ever typed.
const writer = new mustache.Writer()
Object.assign(writer, { templateCache: undefined })

export function parseTemplate(text: string): Template {
  if (!text.includes('{{'))
    return { tokens: text ? [['text', text, 0, text.length]] : [], tags: [], problems: [] }
  try {
    const tokens: Token[] = writer.parse(text, ['{{', '}}'])
    const tags: TemplateTag[] = []
    const problems: TextProblem[] = []
    collect(text, tokens, [], tags, problems)
    return { tokens, tags, problems }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const offset = Number(/ at (\d+)$/.exec(message)?.[1] ?? text.length)
    const words = message.replace(/ at \d+$/, '')
    return { tokens: [], tags: [], problems: [problemAt(text, offset, words)] }
  }
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
      problems.push(problemAt(text, start, 'Only variables and sections may be used in a template'))
      continue
    }
    if (!NAME.test(name)) {
      const written = name ? `\`${name}\`` : 'An empty tag'
      problems.push(problemAt(text, start, `${written} is not a name or a dotted path`))
      continue
    }
    const path = name === '.' ? [] : name.split('.')
    const kind = type === '#' ? 'section' : type === '^' ? 'inverted' : 'variable'
    const head = path[0] ?? ''
    tags.push({ head, path, kind, inside, at: placesOf(text, name, start, close) })
    if (children) {
      const within = kind === 'section' ? [...inside, name] : inside
      collect(text, children, within, tags, problems)
    }
  }
}

function placesOf(text: string, name: string, start: number, close: number | undefined) {
  const opens = close === undefined ? [start] : [start, close]
  return opens.map((open) => {
    const from = text.indexOf(name, open + 2)
    return { start: from, end: from + name.length }
  })
}
