import type { Value } from '@lathe/contract'
import { compileExpression } from './expression.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'
import type { ScopeMaker, State } from './state.ts'
import { compileTemplate } from './template.ts'

type Values = Record<string, unknown>

/** Returns a promise only if an expression does. */
export type ValuesFn = (state: State, call: NodeCall) => Values | Promise<Values>

/** Compiles values. All are computed from the same state. */
export function compileValues(
  values: Record<string, Value>,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
): ValuesFn {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, compileValue(value, createScope, runtime)] as const,
  )
  return (state, call) => {
    const found = entries.map(([name, valueOf]) => [name, valueOf(state, call)] as const)
    return found.some(([, value]) => value instanceof Promise)
      ? settled(found)
      : Object.fromEntries(found)
  }
}

async function settled(found: readonly (readonly [string, unknown])[]): Promise<Values> {
  const values = await Promise.all(found.map(([, value]) => value))
  return Object.fromEntries(found.map(([name], index) => [name, values[index]]))
}

function compileValue(value: Value, createScope: ScopeMaker, runtime: GraphRuntime) {
  if ('template' in value) return compileTemplate(value.template, createScope)
  if ('expression' in value) return compileExpression(value.expression, createScope, runtime)
  const text = JSON.stringify(value.value)
  const isPlain = typeof value.value !== 'object'
  // Each run gets its own copy: a reducer may keep it.
  return (): unknown => (isPlain ? value.value : JSON.parse(text))
}
