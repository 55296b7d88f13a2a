import type { Json } from '@lathe/contract'
import { namesIn } from '../kinds/uses.ts'
import { parseScript } from '../text/script.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'
import { valueIn } from './state.ts'
import type { ScopeMaker, State } from './state.ts'

/** Without a call where no node runs, and none is about to. */
export type ExpressionFn = (state: State, call: NodeCall | null) => Json
export type TestFn = (state: State, call: NodeCall) => boolean

/** A plain dotted path is looked up here; anything more runs in the sandbox. */
export function compileExpression(
  source: string,
  scopeOf: ScopeMaker,
  runtime: GraphRuntime,
): ExpressionFn {
  const scope = scopeOf(namesIn(source, 'expression'))
  const path = pathOf(source)
  return (state, call) => {
    const found = path && lookUp(state, path, runtime)
    return found ? (found.value ?? null) : runtime.evaluate(source, scope(state), call)
  }
}

/** As `compileExpression`, by JavaScript's truthiness. */
export function compileTest(source: string, scopeOf: ScopeMaker, runtime: GraphRuntime): TestFn {
  const scope = scopeOf(namesIn(source, 'expression'))
  const path = pathOf(source)
  return (state, call) => {
    const found = path && lookUp(state, path, runtime)
    return found ? Boolean(found.value) : runtime.test(source, scope(state), call)
  }
}

function pathOf(source: string): string[] | null {
  const { path, reads } = parseScript(source, 'expression')
  if (!path || reads.length !== 1) return null
  return reads[0]?.via === 'state' ? path.slice(1) : path
}

/** Null where JavaScript would say more than a lookup can: a method, or a member of nothing. */
function lookUp(
  state: State,
  [head = '', ...rest]: readonly string[],
  runtime: GraphRuntime,
): { value: Json | undefined } | null {
  let value: Json | undefined = valueIn(state, head, runtime)
  for (const key of rest) {
    if (value === null || value === undefined) return null
    const holder: object = Object(value)
    if (Object.hasOwn(holder, key)) value = (holder as Record<string, Json>)[key]
    else if (key in holder) return null
    else value = undefined
  }
  return { value }
}
