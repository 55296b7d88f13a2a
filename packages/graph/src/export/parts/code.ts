import { parseScript } from '../../text/script.ts'
import { HARD_BREAK, indent } from '../print/layout.ts'
import { key, literal } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { Module } from '../print/module.ts'
import { camel, namer, OWN_NAMES } from './names.ts'

export const RUNTIME = '@lathe-ai/runtime'
export const CODE_FILE = 'code.js'
export const REDUCERS_FILE = 'reducers.js'

/** JavaScript of a document, as the modules that hold it: one function per text. */
export type UserCode = {
  /** Adds an expression and returns its function's name in `code.js`. */
  addExpression: (wish: string, source: string) => string
  /** Adds the code of a node that writes these channels. */
  addCode: (wish: string, source: string, writes: readonly string[]) => string
  /** Adds a reducer's code and returns its function's name in `reducers.js`. */
  addReducer: (wish: string, source: string) => string
  /** The modules that have functions. */
  modules: () => Module[]
}

const CODE_COMMENT = `// The graph's own expressions and code, as they were written. They see plain data: messages as { role, content },
// and null where a channel holds nothing.`

/** `channels` are the names of the state; functions may not have the `reserved` names. */
export function createUserCode(
  channels: ReadonlySet<string>,
  reserved: Iterable<string>,
): UserCode {
  const createName = namer([...reserved, ...OWN_NAMES], 'Of')
  const names = new Map<string, string>()
  const code = createModule(CODE_FILE)
  const reducers = createModule(REDUCERS_FILE)
  const used = new Set<Module>()
  const add = (module: Module, id: string, wish: string, write: () => string): string => {
    const existing = names.get(id)
    if (existing) return existing
    const name = createName(camel(wish))
    names.set(id, name)
    if (!used.has(module) && module === code) module.add(CODE_COMMENT)
    used.add(module)
    module.add(`export const ${name} = ${write()}`)
    return name
  }
  return {
    addExpression: (wish, source) =>
      add(code, `expression ${source}`, wish, () => {
        const parameters = parameterList(source, 'expression', channels)
        const call = `${code.use('expression', RUNTIME)}(${code.use('State', '/state.ts')}`
        return `${call}, ${arrow(parameters, source, 'expression')})`
      }),
    addCode: (wish, source, writes) =>
      add(code, `code ${JSON.stringify(writes)} ${source}`, wish, () => {
        const parameters = parameterList(source, 'code', channels)
        const call = `${code.use('code', RUNTIME)}(${code.use('State', '/state.ts')}, ${literal([...writes])}`
        return `${call}, async ${arrow(parameters, source, 'code')})`
      }),
    addReducer: (wish, source) =>
      add(
        reducers,
        `reducer ${source}`,
        wish,
        () =>
          `${reducers.use('codeReducer', RUNTIME)}(${arrow('current, update', source, 'reducer')})`,
      ),
    modules: () => [code, reducers].filter((module) => used.has(module)),
  }
}

type Kind = 'expression' | 'code' | 'reducer'

function arrow(parameters: string, source: string, kind: Kind): string {
  const { body, isExpression } = parseBody(source, kind)
  // A text with a template literal keeps its own indentation.
  const lines = body.includes('`') ? body : indent(body)
  if (!isExpression) return `(${parameters}) => {\n${lines}\n}`
  const isLong = body.includes('\n') || body.includes('//')
  return `(${parameters}) => ${isLong ? `(\n${body}\n)` : /^\s*\{/.test(body) ? `(${body})` : body}`
}

/** Destructures the channels a text reads. Only a text that reads the whole state gets it by name. */
function parameterList(
  source: string,
  kind: 'expression' | 'code',
  channels: ReadonlySet<string>,
): string {
  const { reads, readsAll } = parseScript(source, kind)
  const names = reads.flatMap(({ name, via }) => (via === 'variable' ? [name] : []))
  const fields = [...new Set(names)].filter((name) => channels.has(name)).map(key)
  const pattern = fields.length > 0 ? `{ ${fields.join(', ')} }` : ''
  const usesState = readsAll || reads.some(({ via }) => via === 'state')
  if (!usesState) return pattern
  return pattern === '' ? 'state' : `state, ${pattern} = state`
}

/** Reads a text as one expression or as a function body, as the sandbox does. */
export function parseBody(source: string, kind: Kind): { body: string; isExpression: boolean } {
  const text = source.replaceAll(HARD_BREAK, '\\uFDD0')
  const asExpression = text.replace(/;\s*$/, '')
  const isExpression = isValidScript(`(\n${asExpression}\n)`, kind)
  return { body: isExpression ? asExpression : text, isExpression }
}

export function isValidScript(text: string, kind: Kind): boolean {
  return parseScript(text, kind === 'code' ? 'code' : 'expression').problem === null
}
