import type { JsonSchema } from '@lathe/contract'
import { parseScript } from '../../text/script.ts'
import { member } from '../print/literal.ts'
import type { Module } from '../print/module.ts'
import type { Written } from './code.ts'
import type { Plan, PlannedNode } from './plan.ts'
import { heldSchema } from './state.ts'
import { isSure } from './sure.ts'

/** What is at hand where a node's function is written. */
export type NodeWriter = {
  plan: Plan
  planned: PlannedNode
  module: Module
  written: Written
  /** What writes a list or an object into a text, where it is not `asText`. */
  shows?: 'asReadable'
}

/** A piece of code and the schema of its value; null where only running it tells. */
export type Valued = { code: string; schema: JsonSchema | null }

export function schemaOf({ plan, planned }: NodeWriter, name: string): JsonSchema {
  const local = planned.locals.get(name)
  if (local) return local
  const channel = Object.hasOwn(plan.document.state, name) ? plan.document.state[name] : undefined
  return channel && channel.type !== 'messages' ? heldSchema(channel) : {}
}

/** Whether `state` has a value under the name, of the type it is said to have. */
export function holds(writer: NodeWriter, name: string): boolean {
  const { plan, planned } = writer
  if (!planned.locals.has(name)) return isSure(plan.document, name)
  return planned.isAlwaysCopy && typeof schemaOf(writer, name)['type'] === 'string'
}

/** The value of an expression: a name that holds something as it is, anything else by the user's own code. */
export function expressionCode(writer: NodeWriter, source: string, wish: string): Valued {
  const { path, reads } = parseScript(source, 'expression')
  const [read] = reads
  const isName = read && reads.length === 1 && path?.length === (read.via === 'state' ? 2 : 1)
  if (isName && holds(writer, read.name)) {
    return { code: member('state', read.name), schema: schemaOf(writer, read.name) }
  }
  return { code: callCode(writer, source, wish, 'expression'), schema: null }
}

export function callCode(
  { module, written }: NodeWriter,
  source: string,
  wish: string,
  kind: 'expression' | 'code',
): string {
  const name = module.use(written.add(wish, source, kind), '/code.js')
  if (!written.takesState(source, kind)) return `${name}()`
  return `${name}(${module.use('scopeOf', '/lib/scope.ts')}(state))`
}
