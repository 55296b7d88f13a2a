import type { Json, JsonObject } from '@lathe/contract'
import { namesIn } from '../kinds/channel-uses.ts'
import { parseScript } from '../text/script.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'
import { valueIn } from './state.ts'
import type { ScopeMaker, State } from './state.ts'

type MaybePromise<T> = T | Promise<T>

export type ExpressionFn = (state: State, call: NodeCall) => MaybePromise<Json>
export type TestFn = (state: State, call: NodeCall) => MaybePromise<boolean>

/** Compiles an expression. A dotted path is looked up directly; any other expression runs in the sandbox. */
export function compileExpression(
  source: string,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
): ExpressionFn {
  return compile(
    source,
    createScope,
    runtime,
    (value) => value ?? null,
    (text, scope, call: NodeCall) => runtime.evaluate(text, scope, call),
  )
}

/** Like `compileExpression`, but returns whether the value is truthy. */
export function compileTest(
  source: string,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
): TestFn {
  return compile(source, createScope, runtime, Boolean, (text, scope, call: NodeCall) =>
    runtime.test(text, scope, call),
  )
}

/**
 * Like `compileExpression`, for a cache key: it is evaluated outside a node, and LangGraph cannot
 * await it.
 */
export function compileCacheKey(
  source: string,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
): (state: State) => Json {
  const keyOf = compile(
    source,
    createScope,
    runtime,
    (value) => value ?? null,
    (text, scope) => runtime.cacheKey(text, scope),
  )
  return (state) => keyOf(state, null)
}

function compile<Call, Result, Found>(
  source: string,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
  fromValue: (value: Json | undefined) => Found,
  evaluate: (source: string, scope: JsonObject, call: Call) => Result,
): (state: State, call: Call) => Result | Found {
  const scope = createScope(namesIn(source, 'expression'))
  const path = simplePath(source)
  return (state, call) => {
    const found = path && lookUp(state, path, runtime)
    return found ? fromValue(found.value) : evaluate(source, scope(state), call)
  }
}

function simplePath(source: string): string[] | null {
  const { path, reads } = parseScript(source, 'expression')
  if (!path || reads.length !== 1) return null
  return reads[0]?.via === 'state' ? path.slice(1) : path
}

/** Looks a path up. Returns null if only JavaScript can evaluate it: a method, or a member of a missing value. */
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
