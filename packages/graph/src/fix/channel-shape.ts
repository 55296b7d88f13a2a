import type { Channel, ChannelType, NamedReducer } from '@lathe/contract'
import { TYPE_WORDS } from '../state/accepts.ts'
import { reducerName, channelReducer } from '../state/reducers.ts'
import { threadsAffected } from '../state/threads-affected.ts'
import { withChannel, omitKey } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { safeFix, verifiedFix } from './fix.ts'
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
      verifiedFix(`Make \`${name}\` ${TYPE_WORDS[type]}`, (document) =>
        withChannel(document, name, (channel) => changeType(channel, type)),
      ),
      verifiedFix(`Make \`${name}\` a list to append to`, (document) =>
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
            safeFix(`Set the default to ${JSON.stringify(empty)}`, (current) =>
              withChannel(current, name, (old) => ({ ...old, default: empty })),
            ),
          ]),
      verifiedFix('Remove the default', (current) =>
        withChannel(current, name, (old) => omitKey(old, 'default')),
      ),
    ]
  },

  REDUCER_TYPE: ({ document, name, field }) => {
    const channel = document.state[name]
    if (!channel) return []
    const tracked =
      field === 'untracked'
        ? [
            verifiedFix('Enable checkpointing', (current) =>
              withChannel(current, name, (old) => omitKey(old, 'untracked')),
            ),
          ]
        : []
    return [
      ...tracked,
      ...reducersFor(name, channel.type),
      verifiedFix('Use the reducer `replace`', (current) =>
        withChannel(current, name, (old) => omitKey(old, 'reducer')),
      ),
    ]
  },

  REDUCER_CHANGED: ({ document, environment, name }) => {
    const channel = document.state[name]
    if (!channel) return []
    const reducers = threadsAffected(name, channel, environment?.liveThreads ?? []).flatMap(
      ({ state }) => (state[name] ? [channelReducer(state[name])] : []),
    )
    const distinct = [
      ...new Map(reducers.map((reducer) => [JSON.stringify(reducer), reducer])).values(),
    ]
    return distinct
      .slice(0, 2)
      .map((reducer) =>
        verifiedFix(`Restore the reducer \`${reducerName(reducer)}\``, (current) =>
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
            verifiedFix(`Make \`${name}\` a list to append to`, (current) =>
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
    verifiedFix(WORDS[reducer] ?? reducer, (document) =>
      withChannel(document, name, (channel) => ({ ...omitKey(channel, 'untracked'), reducer })),
    ),
  )

/**
 * Drops settings that describe values of the old type; replaces a default with one of the new type.
 */
function changeType({ description, default: oldDefault }: Channel, type: ChannelType): Channel {
  const channel: Channel = { type, ...(description !== undefined && { description }) }
  const empty = emptyValue(channel)
  return oldDefault === undefined || empty === undefined ? channel : { ...channel, default: empty }
}

function asList(channel: Channel): Channel {
  const isList = channel.type === 'array' && channelReducer(channel) === 'append'
  return isList ? channel : { ...changeType(channel, 'array'), reducer: 'append' }
}
