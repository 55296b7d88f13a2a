import { parseExpressionAt } from 'acorn'
import type { Expression, PrivateIdentifier, SpreadElement, Super } from 'acorn'
import type { JsonSchema } from '@lathe/contract'
import { applyEdits } from '../../text/place.ts'
import { holds, schemaOf } from '../parts/scope.ts'
import type { NodeWriter } from '../parts/scope.ts'

type Node = Expression | PrivateIdentifier | SpreadElement | Super

/**
 * A condition plain enough for TypeScript to agree with it as it stands: as it was written, for a function
 * that takes its names out of the state, and with `state.` before each of them. Null for all others.
 */
export function inlineTest(
  writer: NodeWriter,
  source: string,
): { text: string; onState: string } | null {
  const text = source.trim()
  if (/\/[/*]|[\n;]/.test(text)) return null
  let node: Expression
  try {
    node = parseExpressionAt(text, 0, { ecmaVersion: 2023, preserveParens: true })
  } catch {
    return null
  }
  if (node.end !== text.length) return null
  const names: { start: number; end: number; text: string }[] = []
  const named = (item: Node): JsonSchema | null => {
    if (item.type !== 'Identifier' || !holds(writer, item.name)) return null
    names.push({ start: item.start, end: item.start, text: 'state.' })
    return schemaOf(writer, item.name)
  }
  return isTest(node, named) ? { text, onState: applyEdits(text, names) } : null
}

type Named = (node: Node) => JsonSchema | null

function isTest(node: Node, named: Named): boolean {
  switch (node.type) {
    case 'LogicalExpression':
      return node.operator !== '??' && isTest(node.left, named) && isTest(node.right, named)
    case 'UnaryExpression':
      return node.operator === '!' && isTest(node.argument, named)
    case 'ParenthesizedExpression':
      return isTest(node.expression, named)
    case 'Identifier':
      return named(node) !== null
    case 'BinaryExpression':
      return isComparison(node.operator, node.left, node.right, named)
    case 'CallExpression':
      return isIncludes(node.callee, node.arguments, named)
    default:
      return false
  }
}

function isComparison(operator: string, left: Node, right: Node, named: Named): boolean {
  if (right.type !== 'Literal') return false
  const { value } = right
  const isEqual = operator === '===' || operator === '!=='
  if (!isEqual && !['<', '>', '<=', '>='].includes(operator)) return false
  if (left.type === 'MemberExpression') return typeof value === 'number' && isLength(left, named)
  const schema = named(left)
  if (!schema) return false
  const choices = schema['enum']
  if (Array.isArray(choices)) return isEqual && choices.includes(value as never)
  const type = schema['type'] === 'integer' ? 'number' : schema['type']
  return typeof value === type && (isEqual || type === 'number')
}

function isLength(node: Extract<Node, { type: 'MemberExpression' }>, named: Named): boolean {
  const isNamed = !node.computed && node.property.type === 'Identifier'
  if (!isNamed || node.property.type !== 'Identifier' || node.property.name !== 'length')
    return false
  const schema = named(node.object)
  return schema?.['type'] === 'array' || schema?.['type'] === 'string'
}

/** `['a', 'b'].includes(name)` */
function isIncludes(callee: Node, args: readonly Node[], named: Named): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed) return false
  if (callee.property.type !== 'Identifier' || callee.property.name !== 'includes') return false
  const [only, ...more] = args
  if (!only || more.length > 0 || callee.object.type !== 'ArrayExpression') return false
  const { elements } = callee.object
  const isTexts = elements.every(
    (item) => item?.type === 'Literal' && typeof item.value === 'string',
  )
  const isText = named(only)?.['type'] === 'string'
  return isTexts && isText
}
