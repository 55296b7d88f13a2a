import { parseExpressionAt } from 'acorn'
import type {
  Expression,
  MemberExpression,
  PrivateIdentifier,
  Property,
  SpreadElement,
  Super,
} from 'acorn'
import type { JsonSchema } from '@lathe/contract'
import { applyEdits } from '../../text/place.ts'
import type { TextEdit } from '../../text/place.ts'
import { isAssignable, typeOf } from './types.ts'

type Operand = Expression | PrivateIdentifier | SpreadElement | Super

/** Returns the schema of a name that always holds a value of its type, and null for any other name. */
export type Resolve = (name: string) => JsonSchema | null

export type Inline = {
  /** The expression as it was written, for a function that destructures the state. */
  text: string
  /** The expression with the state's name before each channel. */
  onState: string
}

const TEXT: JsonSchema = { type: 'string' }
const NUMBER: JsonSchema = { type: 'number' }
const BOOLEAN: JsonSchema = { type: 'boolean' }

/**
 * Infers the type of an expression that TypeScript compiles as it is written, because it only names typed channels.
 * Returns null for any other expression, which then runs as JavaScript.
 */
export function inlineExpression(
  source: string,
  resolve: Resolve,
  state = 'state',
): (Inline & { schema: JsonSchema }) | null {
  const edits: TextEdit[] = []
  const parsed = parse(source)
  const schema = parsed && createInference(resolve, edits, state).value(parsed.node)
  if (!parsed || !schema) return null
  return { text: parsed.text, onState: applyEdits(parsed.text, edits), schema }
}

/** Writes a condition that TypeScript compiles as it is written; null for any other one. */
export function inlineCondition(source: string, resolve: Resolve): Inline | null {
  const edits: TextEdit[] = []
  const parsed = parse(source)
  if (!parsed || !createInference(resolve, edits, 'state').test(parsed.node)) return null
  return { text: parsed.text, onState: applyEdits(parsed.text, edits) }
}

function parse(source: string): { text: string; node: Expression } | null {
  const text = source.trim()
  if (/\/[/*]|[\n;]/.test(text)) return null
  const inner = /^\((.*)\)$/.exec(text)?.[1]?.trim()
  for (const candidate of inner === undefined ? [text] : [inner, text]) {
    const node = parseWhole(candidate)
    if (node) return { text: candidate, node }
  }
  return null
}

function parseWhole(text: string): Expression | null {
  try {
    const node = parseExpressionAt(text, 0, { ecmaVersion: 2023, preserveParens: true })
    return node.end === text.length ? node : null
  } catch {
    return null
  }
}

function createInference(resolve: Resolve, edits: TextEdit[], state: string) {
  const is = (type: JsonSchema) => (schema: JsonSchema | null | undefined) =>
    schema !== null && schema !== undefined && isAssignable(schema, type)
  const [isText, isNumber, isBoolean] = [is(TEXT), is(NUMBER), is(BOOLEAN)]
  const isList = (schema: JsonSchema | null) => schema?.['type'] === 'array'

  /** Whether a condition only tests typed values. */
  function test(node: Operand): boolean {
    switch (node.type) {
      case 'LogicalExpression':
        return node.operator !== '??' && test(node.left) && test(node.right)
      case 'UnaryExpression':
        return node.operator === '!' && test(node.argument)
      case 'ParenthesizedExpression':
        return test(node.expression)
      default:
        // TypeScript refuses a literal as a condition.
        return !CONSTANTS.has(node.type) && value(node) !== null
    }
  }

  /** Returns the schema of a value, or null if its type is not known. */
  function value(node: Operand): JsonSchema | null {
    switch (node.type) {
      case 'ParenthesizedExpression':
        return value(node.expression)
      case 'Identifier': {
        const schema = resolve(node.name)
        if (schema) edits.push({ start: node.start, end: node.start, text: `${state}.` })
        return schema
      }
      case 'Literal':
        return literalSchema(node.value)
      case 'TemplateLiteral':
        return node.expressions.map(value).every((part) => isText(part) || isNumber(part))
          ? TEXT
          : null
      case 'UnaryExpression':
        if (node.operator === '!') return test(node.argument) ? BOOLEAN : null
        return node.operator === '-' && isNumber(value(node.argument)) ? NUMBER : null
      case 'BinaryExpression':
        return binary(node.operator, node.left, node.right)
      case 'LogicalExpression':
        if (node.operator === '??') return fallback(node.left, node.right)
        if (node.left.type === 'Literal') return null
        return isBoolean(value(node.left)) && isBoolean(value(node.right)) ? BOOLEAN : null
      case 'MemberExpression':
        return member(node)
      case 'CallExpression':
        return node.optional ? null : call(node.callee, node.arguments)
      case 'ArrayExpression':
        return list(node.elements)
      case 'ObjectExpression':
        return record(node.properties)
      default:
        return null
    }
  }

  function binary(operator: string, left: Operand, right: Operand): JsonSchema | null {
    const [a, b] = [value(left), value(right)]
    if (!a || !b || (left.type === 'Literal' && right.type === 'Literal')) return null
    if (['+', '-', '*'].includes(operator) && isNumber(a) && isNumber(b)) return NUMBER
    if (operator === '+') {
      const isConcatenation = isText(a) ? isText(b) || isNumber(b) : isNumber(a) && isText(b)
      return isConcatenation ? TEXT : null
    }
    if (['<', '>', '<=', '>='].includes(operator))
      return isNumber(a) && isNumber(b) ? BOOLEAN : null
    if (operator !== '===' && operator !== '!==') return null
    const isPrimitive = isText(a) || isNumber(a) || isBoolean(a)
    // TypeScript refuses a comparison of types without common values.
    return isPrimitive && (isAssignable(a, b) || isAssignable(b, a)) ? BOOLEAN : null
  }

  /** `list[index] ?? standard` */
  function fallback(left: Operand, right: Operand): JsonSchema | null {
    if (left.type !== 'MemberExpression' || !left.computed || left.optional) return null
    const items = itemSchema(value(left.object))
    const standard = value(right)
    const isSame = items && standard && isAssignable(standard, items)
    return isSame && isNumber(value(left.property)) ? items : null
  }

  function member({ object, property, computed, optional }: MemberExpression): JsonSchema | null {
    if (computed || optional || property.type !== 'Identifier') return null
    const schema = value(object)
    return property.name === 'length' && (isList(schema) || isText(schema)) ? NUMBER : null
  }

  function call(callee: Operand, args: readonly Operand[]): JsonSchema | null {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null
    const { object: holder, property } = callee
    if (property.type !== 'Identifier') return null
    const schema = value(holder)
    const argSchemas = args.map(value)
    const [first] = argSchemas
    if (!schema || argSchemas.includes(null) || argSchemas.length > 1) return null
    if (isText(schema)) {
      if (TEXT_CASES.has(property.name)) return first === undefined ? TEXT : null
      return TEXT_TESTS.has(property.name) && first && isText(first) ? BOOLEAN : null
    }
    const items = itemSchema(schema)
    if (property.name === 'includes' && items && first && isText(items)) {
      return isAssignable(first, items) ? BOOLEAN : null
    }
    return property.name === 'join' && items && isText(items) && isText(first) ? TEXT : null
  }

  function list(elements: readonly (Operand | null)[]): JsonSchema | null {
    const schemas = elements.map((element) => element && value(element))
    const [first] = schemas
    if (first === undefined) return { type: 'array', items: { enum: [''] } }
    if (schemas.every(isText)) return { type: 'array', items: TEXT }
    if (schemas.every(isNumber)) return { type: 'array', items: NUMBER }
    if (!first) return null
    const isUniform = schemas.every((schema) => schema && typeOf(schema) === typeOf(first))
    return isUniform ? { type: 'array', items: first } : null
  }

  function record(properties: readonly (Property | SpreadElement)[]): JsonSchema | null {
    const schemas: JsonSchema = {}
    for (const property of properties) {
      if (property.type !== 'Property' || property.computed || property.kind !== 'init') return null
      if (property.key.type !== 'Identifier' || property.method) return null
      const { name } = property.key
      const schema = value(property.value)
      if (!schema) return null
      const edit = edits.at(-1)
      if (property.shorthand && edit) edit.text = `${name}: ${edit.text}`
      schemas[name] = schema
    }
    return { type: 'object', properties: schemas, required: Object.keys(schemas) }
  }

  return { test, value }
}

const CONSTANTS: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'Literal',
  'ObjectExpression',
  'TemplateLiteral',
])

const TEXT_CASES = new Set(['trim', 'toUpperCase', 'toLowerCase'])
const TEXT_TESTS = new Set(['includes', 'startsWith', 'endsWith'])

function literalSchema(literal: unknown): JsonSchema | null {
  const isPlain =
    typeof literal === 'string' || typeof literal === 'number' || typeof literal === 'boolean'
  return isPlain ? { const: literal } : null
}

function itemSchema(schema: JsonSchema | null): JsonSchema | null {
  const items = schema?.['items']
  const isSchema = typeof items === 'object' && items !== null && !Array.isArray(items)
  return isSchema ? items : null
}
