import { parseScript } from '../../text/script.ts'
import { HARD_BREAK } from '../print/layout.ts'
import { key } from '../print/literal.ts'
import { camel, namer, OWN_NAMES } from './names.ts'

export type WrittenKind = 'expression' | 'code' | 'reducer'

/** The user's own JavaScript: every text becomes a function of `code.js`, as it was written. */
export type Written = {
  /** The function's name. */
  add: (wish: string, source: string, kind: WrittenKind) => string
  /** Whether the text looks at the state at all. */
  takesState: (source: string, kind: 'expression' | 'code') => boolean
  /** Empty when nothing was written. */
  text: () => string
}

const HEAD = `// The expressions and code of the graph, as they were written. They see plain data: messages as
// { role, content }, and null where a channel holds nothing.
`

/** `known`: what the names of the state are; `taken`: what functions may not be called. */
export function writtenCode(known: ReadonlySet<string>, taken: Iterable<string>): Written {
  const nameOf = namer([...taken, ...OWN_NAMES], 'Of')
  const functions: string[] = []
  const names = new Map<string, string>()
  return {
    add(wish, source, kind) {
      const before = names.get(`${kind} ${source}`)
      if (before) return before
      const name = nameOf(camel(wish))
      names.set(`${kind} ${source}`, name)
      functions.push(functionOf(name, source, kind, known))
      return name
    },
    takesState: (source, kind) => parameterOf(source, kind, known) !== '',
    text: () => (functions.length === 0 ? '' : `${HEAD}\n${functions.join('\n\n')}\n`),
  }
}

function functionOf(
  name: string,
  source: string,
  kind: WrittenKind,
  known: ReadonlySet<string>,
): string {
  const { body, isExpression } = bodyOf(source, kind)
  const isAsync = kind === 'code'
  const parameters = kind === 'reducer' ? 'current, update' : parameterOf(source, kind, known)
  const given = [
    ...(kind === 'reducer' ? ['{T} current', '{unknown} update'] : []),
    ...(kind !== 'reducer' && parameters !== '' ? ['{Record<string, unknown>} state'] : []),
  ]
  // What it gives is what its caller takes: the text says nothing of types.
  const doc = [
    '/**',
    ' * @template T',
    ...given.map((parameter) => ` * @param ${parameter}`),
    ` * @returns {${isAsync ? 'Promise<T>' : 'T'}}`,
    ' */',
  ].join('\n')
  const head = `${doc}\nexport const ${name} = ${isAsync ? 'async ' : ''}(${parameters}) =>`
  if (!isExpression) return `${head} {\n${body}\n}`
  return body.includes('\n') || body.includes('//') ? `${head} (\n${body}\n)` : `${head} (${body})`
}

/** The names a text uses are taken out of the state; only who uses the whole of it gets it by name. */
function parameterOf(source: string, kind: 'expression' | 'code', known: ReadonlySet<string>) {
  const { reads, readsAll } = parseScript(source, kind)
  const names = reads.flatMap(({ name, via }) => (via === 'variable' ? [name] : []))
  const wanted = [...new Set(names)].filter((name) => known.has(name)).map(key)
  const pattern = wanted.length > 0 ? `{ ${wanted.join(', ')} }` : ''
  const usesState = readsAll || reads.some(({ via }) => via === 'state')
  if (!usesState) return pattern
  return pattern === '' ? 'state' : `state, ${pattern} = state`
}

/** One expression or a function body, by the same two readings as the sandbox's. */
export function bodyOf(source: string, kind: WrittenKind): { body: string; isExpression: boolean } {
  const text = source.replaceAll(HARD_BREAK, '\\uFDD0')
  const asExpression = text.replace(/;\s*$/, '')
  const isExpression = parses(`(\n${asExpression}\n)`, kind)
  return { body: isExpression ? asExpression : text, isExpression }
}

export function parses(text: string, kind: WrittenKind): boolean {
  return parseScript(text, kind === 'code' ? 'code' : 'expression').problem === null
}
