import type { Channel } from '@lathe/contract'
import { channelNameProblem, SANDBOX_GLOBALS } from '../document/names.ts'
import { schemaIssues } from '../json-schema/check-schema.ts'
import { describeIssues, validateJson } from '../json-schema/validate.ts'
import { TYPE_WORDS } from '../state/accepts.ts'
import { ERROR_CHANNEL, hasErrorEdges } from '../state/error-channel.ts'
import { channelReducer } from '../state/reducers.ts'
import { channelSchema } from '../state/schema.ts'
import { parseScript } from '../text/script.ts'
import type { CheckContext } from './context.ts'

/** Checks the channels, the input and the output. */
export function checkChannels(context: CheckContext): void {
  const { document, report } = context
  for (const [name, channel] of Object.entries(document.state)) {
    const reserved = channelNameProblem(name)
    if (reserved !== null) report('RESERVED_NAME', { channel: name }, reserved)
    checkReducer(context, name, channel)
    checkSchemas(context, name, channel)
  }
  for (const side of ['input', 'output'] as const) {
    for (const [index, name] of document[side].entries()) {
      if (Object.hasOwn(document.state, name)) continue
      const message = `There is no channel \`${name}\` for the ${side}`
      report('UNKNOWN_CHANNEL', { field: `${side}.${index}`, name }, message)
    }
  }
  const errorChannel = document.state[ERROR_CHANNEL]
  if (
    errorChannel &&
    hasErrorEdges(document) &&
    errorChannel.type !== 'object' &&
    errorChannel.type !== 'array'
  ) {
    const message = 'Error edges write an object to `error`; make the channel an object or a list'
    report('CHANNEL_TYPE', { channel: ERROR_CHANNEL, field: 'type' }, message)
  }
}

const REDUCER_TYPES: Partial<Record<string, Channel['type'][]>> = {
  append: ['array'],
  union: ['array'],
  merge: ['object'],
  sum: ['number'],
  min: ['number'],
  max: ['number'],
  messages: ['messages'],
}

function checkReducerCode(
  { report }: Pick<CheckContext, 'report'>,
  name: string,
  code: string,
): void {
  const place = { channel: name, field: 'reducer.code' }
  const { problem, reads } = parseScript(code, 'code')
  if (problem) {
    const position = `line ${problem.line}, column ${problem.column}`
    report('CODE_SYNTAX', place, `${problem.message} (${position})`)
  }
  const isKnown = (read: string) =>
    read === 'current' || read === 'update' || SANDBOX_GLOBALS.has(read)
  const unknown = reads.find((read) => !isKnown(read.name))
  if (unknown) {
    report(
      'UNKNOWN_CHANNEL',
      place,
      `A reducer can use only \`current\` and \`update\`, not \`${unknown.name}\``,
    )
  }
}

function checkReducer({ report }: CheckContext, name: string, channel: Channel): void {
  const reducer = channelReducer(channel)
  if (typeof reducer !== 'string') {
    checkReducerCode({ report }, name, reducer.code)
    if (channel.type !== 'messages') return
    report(
      'REDUCER_TYPE',
      { channel: name, field: 'reducer' },
      `A conversation supports only the reducer \`messages\``,
    )
    return
  }
  const types = channel.type === 'messages' ? ['messages'] : REDUCER_TYPES[reducer]
  if (channel.untracked && reducer !== 'replace') {
    const message = `\`${name}\` is not checkpointed, so its reducer must be \`replace\``
    report('REDUCER_TYPE', { channel: name, field: 'untracked' }, message)
  }
  const isFitting =
    channel.type === 'messages' ? reducer === 'messages' : (types?.includes(channel.type) ?? true)
  if (isFitting) return
  const message = `\`${reducer}\` cannot join ${TYPE_WORDS[channel.type]}, which \`${name}\` is`
  report('REDUCER_TYPE', { channel: name, field: 'reducer' }, message)
}

function checkSchemas({ report }: CheckContext, name: string, channel: Channel): void {
  const { items, properties = {} } = channel
  const schemas = Object.entries(properties).map(
    ([key, schema]) => [`properties.${key}`, schema] as const,
  )
  const issues = [...(items ? [['items', items] as const] : []), ...schemas].flatMap(
    ([field, schema]) =>
      schemaIssues(schema).map(({ path, message }) => ({
        field: path ? `${field}.${path}` : field,
        message,
      })),
  )
  for (const { field, message } of issues) {
    report('BAD_SCHEMA', { channel: name, field }, `Invalid JSON Schema: ${message}`)
  }
  if (issues.length > 0 || channel.default === undefined) return
  const defaultIssues = validateJson(channelSchema(channel), channel.default)
  if (defaultIssues.length === 0) return
  const message = `The default of \`${name}\` does not match its schema: ${describeIssues(defaultIssues)}`
  report('CHANNEL_DEFAULT', { channel: name, field: 'default' }, message)
}
