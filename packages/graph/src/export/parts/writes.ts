import type { JsonSchema, Value } from '@lathe/contract'
import type { CodeValue } from '@lathe/nodes'
import { channelReducer } from '../../state/reducers.ts'
import { key, literal, member, quote } from '../print/literal.ts'
import { RUNTIME } from './code.ts'
import { expressionCode } from './scope.ts'
import type { NodeWriter } from './scope.ts'
import { heldSchema, itemSchema } from './state.ts'
import { literalSchema, pathSteps } from './sure.ts'
import { templateCode } from './template.ts'
import { isAssignable, typeOf } from './types.ts'

export const TEXT: JsonSchema = { type: 'string' }

const MESSAGE: JsonSchema = {
  type: 'object',
  properties: { role: { enum: ['user', 'assistant', 'system'] }, content: TEXT },
  required: ['role', 'content'],
}

/** Writes `channel: value`, with a cast if TypeScript's type is stricter than Lathe's channel. */
export function writeCode(writer: NodeWriter, name: string, value: CodeValue): string {
  const { code, schema, isUntyped = false } = value
  if (isUntyped) return `${key(name)}: ${code} as ${channelType(writer, name)}`
  return `${key(name)}: ${fits(writer, name, schema) ? code : loose(code)}`
}

/** The type of what a channel accepts. */
function channelType({ plan, module }: NodeWriter, name: string): string {
  const channel = plan.document.state[name]
  const isReplaced = channel !== undefined && channelReducer(channel) === 'replace'
  const type = isReplaced && channel.type !== 'messages' ? typeOf(heldSchema(channel)) : ''
  const isShort = type !== '' && type.length <= MAX_INLINE_TYPE && !type.includes('\n')
  return isShort ? type : `${module.useType('Update', '/state.ts')}[${quote(name)}]`
}

const MAX_INLINE_TYPE = 30

const loose = (code: string) =>
  /^[\w.'`]+$/.test(code) ? `${code} as never` : `(${code}) as never`

function fits({ plan }: NodeWriter, name: string, schema: JsonSchema | null): boolean {
  if (schema === null) return true
  const channel = plan.document.state[name]
  if (!channel) return true
  const reducer = channelReducer(channel)
  if (typeof reducer === 'object') return true
  if (channel.type === 'messages')
    return isAssignable(schema, TEXT) || isAssignable(schema, MESSAGE)
  if (reducer === 'append' || reducer === 'union') {
    const item = itemSchema(channel)
    return isAssignable(schema, item) || isAssignable(schema, { type: 'array', items: item })
  }
  return isAssignable(schema, heldSchema(channel))
}

export function valueCode(writer: NodeWriter, value: Value, wish: string): CodeValue {
  if ('template' in value) {
    const { code } = templateCode(writer, value.template)
    return { code, schema: TEXT }
  }
  if ('expression' in value) return expressionCode(writer, value.expression, wish)
  return { code: literal(value.value), schema: literalSchema(value.value) }
}

/** Writes channels from paths in an answer; an optional part is written only if it exists. */
export function picksCode(
  writer: NodeWriter,
  writes: Record<string, string>,
  answer: string,
  schema: JsonSchema,
): string[] {
  return Object.entries(writes).map(([name, path]) => {
    if (path === '') return writeCode(writer, name, { code: answer, schema })
    const steps = pathSteps(schema, path)
    const isTyped = steps.every(({ schema: part }) => Object.keys(part).length > 0)
    if (!isTyped) {
      const pickPaths = writer.module.use('pickPaths', RUNTIME)
      return `...${pickPaths}({ ${key(name)}: ${quote(path)} }, ${answer})`
    }
    let isOptional = false
    let code = answer
    for (const step of steps) {
      code = isOptional ? optional(code, step.name) : member(code, step.name)
      isOptional ||= !step.isRequired
    }
    const write = writeCode(writer, name, { code, schema: steps.at(-1)?.schema ?? {} })
    return isOptional ? `...(${code} !== undefined && { ${write} })` : write
  })
}

function optional(object: string, name: string): string {
  const code = member(object, name)
  return code.startsWith(`${object}[`)
    ? `${object}?.${code.slice(object.length)}`
    : `${object}?.${code.slice(object.length + 1)}`
}
