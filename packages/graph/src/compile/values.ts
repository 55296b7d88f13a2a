import type { Value } from '@lathe/contract'
import { compileExpression } from './expression.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'
import type { ScopeMaker, State } from './state.ts'
import { compileTemplate } from './template.ts'

export type ValuesFn = (state: State, call: NodeCall) => Record<string, unknown>

/** All values are taken from the same state, whatever their order. */
export function compileValues(
  values: Record<string, Value>,
  scopeOf: ScopeMaker,
  runtime: GraphRuntime,
): ValuesFn {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, compileValue(value, scopeOf, runtime)] as const,
  )
  return (state, call) => {
    const result: Record<string, unknown> = {}
    for (const [name, valueOf] of entries) result[name] = valueOf(state, call)
    return result
  }
}

function compileValue(value: Value, scopeOf: ScopeMaker, runtime: GraphRuntime) {
  if ('template' in value) return compileTemplate(value.template, scopeOf)
  if ('expression' in value) return compileExpression(value.expression, scopeOf, runtime)
  const text = JSON.stringify(value.value)
  const isPlain = typeof value.value !== 'object'
  // Each run gets its own copy: a reducer may keep what it is given.
  return (): unknown => (isPlain ? value.value : JSON.parse(text))
}
