import type { Channel, ChannelType, NamedReducer } from '@lathe/contract'
import { TYPE_WORDS } from '../state/accepts.ts'
import { reducerName, reducerOf } from '../state/reducers.ts'
import { threadsAffected } from '../state/threads-affected.ts'
import { withChannel, without } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { always, tried } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'
import { typeWritten } from './infer-channel.ts'

const REDUCERS: Record<ChannelType, NamedReducer[]> = {
  array: ['append', 'union'],
  object: ['merge'],
  number: ['sum', 'max'],
  messages: ['messages'],
  string: [],
  boolean: [],
}

/** Fixes for types, defaults and reducers of existing channels. */
export const channelShapeFixers = {
  CHANNEL_TYPE: ({ node, name, field }) => {
    const type = node ? (typeWritten(node.node, field) ?? 'messages') : 'object'
    return [
      tried(`Make \`${name}\` ${TYPE_WORDS[type]}`, (document) =>
        withChannel(document, name, (channel) => retyped(channel, type)),
      ),
      tried(`Make \`${name}\` a list to append to`, (document) =>
        withChannel(document, name, asList),
      ),
    ]
  },

  CHANNEL_DEFAULT: ({ document, name }) => {
    const channel = document.state[name]
    const empty = channel && emptyValue(channel)
    return [
      ...(empty === undefined
        ? []
        : [
            always(`Set the default to ${JSON.stringify(empty)}`, (current) =>
              withChannel(current, name, (old) => ({ ...old, default: empty })),
            ),
          ]),
      tried('Remove the default', (current) =>
        withChannel(current, name, (old) => without(old, 'default')),
      ),
    ]
  },

  REDUCER_TYPE: ({ document, name, field }) => {
    const channel = document.state[name]
    if (!channel) return []
    const tracked =
      field === 'untracked'
        ? [
            tried('Enable checkpointing', (current) =>
              withChannel(current, name, (old) => without(old, 'untracked')),
            ),
          ]
        : []
    return [
      ...tracked,
      ...reducersFor(name, channel.type),
      tried('Use the reducer `replace`', (current) =>
        withChannel(current, name, (old) => without(old, 'reducer')),
      ),
    ]
  },

  REDUCER_CHANGED: ({ document, environment, name }) => {
    const channel = document.state[name]
    if (!channel) return []
    const reducers = threadsAffected(name, channel, environment?.liveThreads ?? []).flatMap(
      ({ state }) => (state[name] ? [reducerOf(state[name])] : []),
    )
    const distinct = [
      ...new Map(reducers.map((reducer) => [JSON.stringify(reducer), reducer])).values(),
    ]
    return distinct
      .slice(0, 2)
      .map((reducer) =>
        tried(`Restore the reducer \`${reducerName(reducer)}\``, (current) =>
          withChannel(current, name, (old) => ({ ...old, reducer })),
        ),
      )
  },

  PARALLEL_WRITE: ({ document, name }) => {
    const channel = document.state[name]
    if (!channel) return []
    return [
      ...reducersFor(name, channel.type),
      ...(channel.type === 'array'
        ? []
        : [
            tried(`Make \`${name}\` a list to append to`, (current) =>
              withChannel(current, name, asList),
            ),
          ]),
    ]
  },
} satisfies Record<string, Fixer>

const WORDS: Partial<Record<NamedReducer, string>> = {
  append: 'Append all values',
  union: 'Append new values only',
  merge: 'Merge all values',
  sum: 'Sum all values',
  max: 'Keep the maximum',
  messages: 'Make it a conversation',
}

const reducersFor = (name: string, type: ChannelType): Candidate[] =>
  REDUCERS[type].map((reducer) =>
    tried(WORDS[reducer] ?? reducer, (document) =>
      withChannel(document, name, (channel) => ({ ...without(channel, 'untracked'), reducer })),
    ),
  )

/**
 * Drops settings that describe values of the old type; replaces a default with one of the new type.
 */
function retyped({ description, default: given }: Channel, type: ChannelType): Channel {
  const channel: Channel = { type, ...(description !== undefined && { description }) }
  const empty = emptyValue(channel)
  return given === undefined || empty === undefined ? channel : { ...channel, default: empty }
}

function asList(channel: Channel): Channel {
  const isList = channel.type === 'array' && reducerOf(channel) === 'append'
  return isList ? channel : { ...retyped(channel, 'array'), reducer: 'append' }
}
