import { parse } from 'acorn'
import type { Node, Program } from 'estree'
import isReference from 'is-reference'
import { analyze } from 'periscopic'
import { walk } from 'zimmerframe'
import { problemAt } from './place.ts'
import type { TextProblem } from './place.ts'

export type ScriptKind = 'expression' | 'code'

export type Span = { start: number; end: number }

/** A free variable or a member of `state`, by name. */
export type ScriptRead = Span & {
  name: string
  via: 'variable' | 'state'
  /** `{ topic }` must become `{ topic: subject }` when renamed. */
  isShorthand: boolean
}

export type Script = {
  reads: ScriptRead[]
  /** `state` is used as a whole, so any channel may be read. */
  readsAll: boolean
  /** Set when the whole source is a dotted path: `draft.title`. */
  path: string[] | null
  /** Keys of returned object literals; null if something else is returned. */
  returns: (Span & { name: string; isShorthand: boolean })[] | null
  problem: TextProblem | null
}

type Positioned = { start: number; end: number }

/**
 * Parses a script without running it. The source is one expression or a function body that returns.
 */
export function parseScript(source: string, kind: ScriptKind): Script {
  const forms = kind === 'code' ? [asBody, asExpression] : [asExpression, asBody]
  let first: unknown
  for (const form of forms) {
    try {
      return readScript(source, form(source, kind), kind)
    } catch (error) {
      first ??= error
    }
  }
  return { ...EMPTY_SCRIPT, problem: syntaxProblem(source, first, kind) }
}

const EMPTY_SCRIPT: Script = {
  reads: [],
  readsAll: false,
  path: null,
  returns: null,
  problem: null,
}

type Parsed = { program: Program; shift: number; root: Node | null }

const options = (kind: ScriptKind) =>
  ({
    ecmaVersion: 2023,
    sourceType: 'script',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: kind === 'code',
  }) as const

function asExpression(source: string, kind: ScriptKind): Parsed {
  if (source.trim() === '') throw new SyntaxError('Enter an expression')
  const head = '"use strict";('
  const program = estree(parse(`${head}${source}\n)`, options(kind)))
  const [, statement, ...rest] = program.body
  if (statement?.type !== 'ExpressionStatement' || rest.length > 0) {
    throw new SyntaxError('Enter a single expression')
  }
  return { program, shift: head.length, root: statement.expression }
}

function asBody(source: string, kind: ScriptKind): Parsed {
  const head = '"use strict";'
  const program = estree(parse(head + source, options(kind)))
  return { program, shift: head.length, root: null }
}

/** acorn builds ESTree nodes; only its own type names differ. */
function estree(program: unknown): Program {
  return program as Program
}

function nodeSpan(node: Node, shift: number): Span {
  const { start, end } = node as Node & Positioned
  return { start: start - shift, end: end - shift }
}

/**
 * Without these tokens a script binds no names, so the scope analysis, half of the work, can be
 * skipped.
 */
const BINDING_TOKENS = /=>|\{|\b(?:function|class|let|const|var|catch)\b/
const NO_BINDINGS = analyze(estree(parse('', { ecmaVersion: 2023 })))

function readScript(source: string, { program, shift, root }: Parsed, kind: ScriptKind): Script {
  const script: Script = { ...EMPTY_SCRIPT, reads: [], path: root && dottedPath(root) }
  const { map, scope } = BINDING_TOKENS.test(source) ? analyze(program) : NO_BINDINGS
  const returnedNodes: Node[] = root ? [root] : []
  walk(
    program as Node,
    { scope, depth: 0 },
    {
      _(node, { path, state, next }) {
        const inner = map.get(node) ?? state.scope
        const isFunction = /Function/.test(node.type)
        if (node.type === 'ImportExpression') throw new SyntaxError('Imports are not supported')
        if (node.type === 'ReturnStatement' && state.depth === 0 && node.argument) {
          returnedNodes.push(node.argument)
        }
        const parent = path.at(-1)
        if (node.type === 'Identifier' && parent && isReference(node, parent)) {
          if (!inner.has(node.name)) addRead(script, node, parent, shift)
        }
        next({ scope: inner, depth: state.depth + (isFunction ? 1 : 0) })
      },
    },
  )
  if (kind === 'expression' && returnedNodes.length === 0)
    throw new SyntaxError('The expression has no value')
  script.returns = returnedKeys(returnedNodes, shift)
  return script
}

function addRead(script: Script, node: Node & { name: string }, parent: Node, shift: number): void {
  if (node.name !== 'state') {
    const isShorthand = parent.type === 'Property' && parent.shorthand
    script.reads.push({ ...nodeSpan(node, shift), name: node.name, via: 'variable', isShorthand })
    return
  }
  const member = stateMember(node, parent)
  if (member) {
    for (const key of member) {
      const name = key.type === 'Identifier' ? key.name : String((key as { value?: unknown }).value)
      const isShorthand = parent.type === 'VariableDeclarator' && isShorthandIn(parent.id, key)
      script.reads.push({ ...nodeSpan(key, shift), name, via: 'state', isShorthand })
    }
  } else {
    script.readsAll = true
  }
}

/**
 * Returns the keys read by `state.x`, `state['x']` or `const { x } = state`; null if any key may be
 * read.
 */
function stateMember(node: Node, parent: Node): Node[] | null {
  if (parent.type === 'MemberExpression' && parent.object === node) {
    if (!parent.computed && parent.property.type === 'Identifier') return [parent.property]
    return parent.property.type === 'Literal' ? [parent.property] : null
  }
  if (parent.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern') {
    const keys: Node[] = []
    for (const property of parent.id.properties) {
      if (property.type === 'RestElement' || property.computed) return null
      keys.push(property.key)
    }
    return keys
  }
  return null
}

function isShorthandIn(pattern: Node, key: Node): boolean {
  if (pattern.type !== 'ObjectPattern') return false
  return pattern.properties.some(
    (property) => property.type === 'Property' && property.key === key && property.shorthand,
  )
}

function dottedPath(node: Node): string[] | null {
  if (node.type === 'Identifier') return [node.name]
  if (node.type !== 'MemberExpression' || node.optional) return null
  const head = dottedPath(node.object)
  if (!head) return null
  const { property } = node
  if (!node.computed && property.type === 'Identifier') return [...head, property.name]
  if (!node.computed || property.type !== 'Literal') return null
  const key = property.value
  return typeof key === 'string' || typeof key === 'number' ? [...head, String(key)] : null
}

function returnedKeys(returnedNodes: readonly Node[], shift: number): Script['returns'] {
  const keys: NonNullable<Script['returns']> = []
  for (const node of returnedNodes) {
    if (node.type !== 'ObjectExpression') return null
    for (const property of node.properties) {
      if (property.type !== 'Property' || property.computed) return null
      const { key } = property
      const name = key.type === 'Identifier' ? key.name : String((key as { value?: unknown }).value)
      keys.push({ ...nodeSpan(key, shift), name, isShorthand: property.shorthand })
    }
  }
  return keys
}

function syntaxProblem(source: string, error: unknown, kind: ScriptKind): TextProblem {
  const { message, pos } = error as { message: string; pos?: number }
  const head = kind === 'code' ? '"use strict";' : '"use strict";('
  const offset = Math.min(Math.max((pos ?? head.length) - head.length, 0), source.length)
  return problemAt(source, offset, message.replace(/ \(\d+:\d+\)$/, ''))
}
