import type { JsonSchema } from '@lathe/contract'
import type { CodeValue } from '@lathe/nodes'
import { parseScript } from '../../text/script.ts'
import { member } from '../print/literal.ts'
import type { Module } from '../print/module.ts'
import { CODE_FILE } from './code.ts'
import type { UserCode } from './code.ts'
import { inlineExpression } from './inline.ts'
import type { Resolve } from './inline.ts'
import type { Plan, PlannedNode } from './plan.ts'
import { heldSchema } from './state.ts'
import { isSure } from './sure.ts'

/** The parts that the code of one node is written with. */
export type NodeWriter = {
  plan: Plan
  planned: PlannedNode
  module: Module
  userCode: UserCode
  /** The function that formats lists and objects in a text; `toText` by default. */
  formatter?: 'toTranscript'
}

export function nameSchema({ plan, planned }: NodeWriter, name: string): JsonSchema {
  const local = planned.locals.get(name)
  if (local) return local
  const channel = Object.hasOwn(plan.document.state, name) ? plan.document.state[name] : undefined
  return channel && channel.type !== 'messages' ? heldSchema(channel) : {}
}

/** Whether a name always has a value of its type. */
export function holds(writer: NodeWriter, name: string): boolean {
  const { plan, planned } = writer
  if (!planned.locals.has(name)) return isSure(plan.document, name)
  return planned.isAlwaysCopy && typeof nameSchema(writer, name)['type'] === 'string'
}

/** Resolves the names whose values TypeScript knows. */
export const resolver =
  (writer: NodeWriter): Resolve =>
  (name) =>
    holds(writer, name) ? nameSchema(writer, name) : null

/** Writes an expression as TypeScript if its types are known, and otherwise as a call of the user's JavaScript. */
export function expressionCode(
  writer: NodeWriter,
  source: string,
  wish: string,
  state = 'state',
): CodeValue {
  const { path, reads } = parseScript(source, 'expression')
  const [read] = reads
  const isName = read && reads.length === 1 && path?.length === (read.via === 'state' ? 2 : 1)
  if (isName && holds(writer, read.name)) {
    return { code: member(state, read.name), schema: nameSchema(writer, read.name) }
  }
  const inline = inlineExpression(source, resolver(writer), state)
  if (inline) return { code: inline.onState, schema: inline.schema }
  return { code: callCode(writer, source, wish, state), schema: null, isUntyped: true }
}

/** Calls an expression of the user with the node's state. */
export function callCode(
  { module, userCode }: NodeWriter,
  source: string,
  wish: string,
  state = 'state',
): string {
  return `${module.use(userCode.addExpression(wish, source), `/${CODE_FILE}`)}(${state})`
}
