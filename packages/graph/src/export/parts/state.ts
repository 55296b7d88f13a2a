import type { Channel, JsonSchema } from '@lathe/contract'
import { ERROR_CHANNEL, hasErrorEdges } from '../../state/error-channel.ts'
import { initialValue, channelReducer } from '../../state/reducers.ts'
import { channelSchema } from '../../state/schema.ts'
import { block, comment } from '../print/layout.ts'
import { key, literal } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { Module } from '../print/module.ts'
import { REDUCERS_FILE, RUNTIME } from './code.ts'
import type { UserCode } from './code.ts'
import type { Plan } from './plan.ts'
import { writtenSchemas } from './sure.ts'
import { isAssignable, typeOf, zodCode } from './types.ts'

const LANGGRAPH = '@langchain/langgraph'

type StateWriter = { module: Module; plan: Plan; userCode: UserCode }

/** `state.ts`: the channels with their types, defaults and reducers. */
export function stateModule(plan: Plan, userCode: UserCode): Module {
  const module = createModule('state.ts')
  module.use('StateSchema', LANGGRAPH)
  const fields = Object.entries(plan.document.state).flatMap(([name, channel]) => [
    ...comment(channel.description),
    `${key(name)}: ${field({ module, plan, userCode }, name, channel)},`,
  ])
  if (hasErrorEdges(plan.document) && !Object.hasOwn(plan.document.state, ERROR_CHANNEL)) {
    fields.push(...errorField(module))
  }
  if (plan.loops !== null) fields.push(...loopsField(module, plan.loops))
  module.add(`export const State = new StateSchema(${block(fields)})`)
  module.add(
    'export type AgentState = typeof State.State',
    'export type Update = typeof State.Update',
  )
  return module
}

function field({ module, plan, userCode }: StateWriter, name: string, channel: Channel): string {
  const reducer = channelReducer(channel)
  if (reducer === 'messages' && channel.default === undefined && !channel.untracked) {
    return module.use('MessagesValue', LANGGRAPH)
  }
  const check = channelCheck(plan, name, channel)
  const value = valueSchema(module, channel, check)
  if (channel.untracked) {
    const guard = reducer === 'replace' ? '' : ', { guard: false }'
    return `new ${module.use('UntrackedValue', LANGGRAPH)}(${value}${guard})`
  }
  if (reducer === 'replace') return value
  module.use('ReducedValue', LANGGRAPH)
  if (reducer === 'messages') {
    module.use('messagesStateReducer', LANGGRAPH)
    module.useType('Messages', LANGGRAPH)
    return reduced(value, ['inputSchema: z.custom<Messages>()', 'reducer: messagesStateReducer'])
  }
  if (typeof reducer === 'object') {
    const fold = module.use(
      userCode.addReducer(`reduce ${name}`, reducer.code),
      `/${REDUCERS_FILE}`,
    )
    return reduced(value, ['inputSchema: z.unknown()', `reducer: ${fold}`])
  }
  module.use(reducer, RUNTIME)
  return reduced(value, FOLDS[reducer](itemSchema(channel), check !== 'open'))
}

const reduced = (value: string, init: readonly string[]) =>
  `new ReducedValue(${value}, ${block(init.map((line) => `${line},`))})`

const lists =
  (reducer: string) =>
  (item: JsonSchema, isTyped: boolean): string[] => {
    const itemType = zodCode(item)
    const type = typeOf(item)
    const input = isTyped
      ? `z.union([z.array(${itemType}), ${itemType}])`
      : `z.custom<(${type})[] | ${type}>()`
    return [`inputSchema: ${type === 'unknown' ? 'z.unknown()' : input}`, `reducer: ${reducer}`]
  }

type Fold = (item: JsonSchema, isTyped: boolean) => string[]

const FOLDS: Record<'append' | 'union' | 'merge' | 'sum' | 'min' | 'max', Fold> = {
  append: lists('append'),
  union: lists('union'),
  merge: () => ['reducer: merge'],
  sum: () => ['reducer: sum'],
  min: () => ['reducer: min'],
  max: () => ['reducer: max'],
}

/** How strictly LangGraph checks writes to a channel; `open` accepts what Lathe accepts. */
type Check = 'bounds' | 'type' | 'open'

/** Checks a channel fully if only the input writes it, and not at all if the type of some write is not known. */
function channelCheck({ document }: Plan, name: string, channel: Channel): Check {
  const reducer = channelReducer(channel)
  if (typeof reducer === 'object') return 'open'
  const written = writtenSchemas(document, name)
  if (written.length === 0) return 'bounds'
  const held = heldSchema(channel)
  const items = itemSchema(channel)
  const isList = reducer === 'append' || reducer === 'union'
  const fits = written.every(
    (schema) =>
      schema &&
      (isList
        ? isAssignable(schema, items) || isAssignable(schema, { type: 'array', items })
        : isAssignable(schema, held)),
  )
  return fits ? 'type' : 'open'
}

function checked(schema: JsonSchema, check: Check): string {
  if (check === 'open') return `z.custom<${typeOf(schema)}>()`
  if (check === 'bounds') return zodCode(schema)
  const { minimum: _, maximum: __, ...unbounded } = schema
  return zodCode(unbounded)
}

export function itemSchema({ items }: Channel): JsonSchema {
  return items ?? {}
}

/** Returns the JSON Schema of a channel's value, without annotations. */
export function heldSchema(channel: Channel): JsonSchema {
  const { description: _, default: __, format: ___, ...schema } = channelSchema(channel)
  return schema
}

function valueSchema(module: Module, channel: Channel, check: Check): string {
  module.use('* as z', 'zod')
  const isConversation = channel.type === 'messages'
  const schema = heldSchema(channel)
  if (isConversation) module.useType('BaseMessage', '@langchain/core/messages')
  const base = isConversation ? 'z.custom<BaseMessage[]>()' : checked(schema, check)
  const initial = initialValue(channel)
  if (initial === undefined) return base
  if (initial === null) return `${base}.nullable().default(null)`
  const fits = isConversation
    ? Array.isArray(initial) && initial.length === 0
    : isAssignable({ const: initial }, schema) || isPlainType(initial, channel)
  const value = `${literal(initial)}${fits ? '' : ' as never'}`
  const isObject = typeof initial === 'object' && !Array.isArray(initial)
  if (typeof initial !== 'object') return `${base}.default(${value})`
  return `${base}.default(() => ${isObject ? `(${value})` : value})`
}

/** Whether TypeScript accepts the default. An empty list or object fits any schema. */
function isPlainType(value: unknown, channel: Channel): boolean {
  if (Array.isArray(value))
    return channel.type === 'array' && (value.length === 0 || !channel.items)
  if (typeof value !== 'object' || value === null) return false
  return channel.type === 'object' && !channel.required?.length && !channel.properties
}

function errorField(module: Module): string[] {
  module.use('* as z', 'zod')
  module.use('ReducedValue', LANGGRAPH)
  const schema = 'z.object({ code: z.string(), message: z.string(), node: z.string() })'
  return [
    ...comment('The error that an error edge leads on'),
    `${ERROR_CHANNEL}: ${reduced(schema, [`reducer: ${module.use('replace', RUNTIME)}`])},`,
  ]
}

function loopsField(module: Module, name: string): string[] {
  module.use('* as z', 'zod')
  module.use('ReducedValue', LANGGRAPH)
  module.use('countEdges', RUNTIME)
  return [
    ...comment('Counts how often this run used each limited edge; null resets it'),
    `${key(name)}: ${reduced('z.record(z.string(), z.number()).default(() => ({}))', [
      'inputSchema: z.array(z.string()).nullable()',
      'reducer: countEdges',
    ])},`,
  ]
}
