import type { Channel, GraphDocument } from '@lathe/contract'
import { setChannel } from '../edit/channels.ts'
import { acceptsType, TYPE_WORDS } from '../state/accepts.ts'
import { channelReducer } from '../state/reducers.ts'
import { isClose } from '../text/is-close.ts'
import { renameInScript } from '../text/rename.ts'
import { applyOrKeep, renameUse, withChannel, withEdge, withNode } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { safeFix, verifiedFix } from './fix.ts'
import type { Candidate, Fixer, FixContext } from './fix.ts'
import { inferChannel } from './infer-channel.ts'

/** Fixes for channels that are missing, empty when read, or never read. */
export const channelFixers = {
  UNKNOWN_CHANNEL: (context) => [
    ...useNearest(context),
    ...declare(context),
    ...removeFromEnds(context),
  ],

  NEVER_WRITTEN: ({ document, name }) => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    const empty = channel && emptyValue(channel)
    return [
      ...(empty === undefined || empty === null
        ? []
        : [
            safeFix(`Set the default to ${JSON.stringify(empty)}`, (current) =>
              withChannel(current, name, (old) => ({ ...old, default: empty })),
            ),
          ]),
      ...(channel
        ? [
            safeFix(`Make \`${name}\` an input`, (current) => ({
              ...current,
              input: [...current.input, name],
            })),
          ]
        : []),
    ]
  },

  NEVER_READ: ({ name }) => [
    safeFix(`Make \`${name}\` an output`, (document) => ({
      ...document,
      output: [...document.output, name],
    })),
  ],

  UNDECLARED_WRITE: ({ document, node, name }) => {
    if (!node || name === '') return []
    const exists = Object.hasOwn(document.state, name)
    return [
      verifiedFix(exists ? `Write \`${name}\`` : `Declare and write \`${name}\``, (current) => {
        const withWrite = withNode(current, node.id, (old) =>
          old.kind === 'code' ? { ...old, writes: [...old.writes, name] } : old,
        )
        return exists ? withWrite : declareChannel(withWrite, name)
      }),
    ]
  },
} satisfies Record<string, Fixer>

function useNearest({ document, node, edge, name, field }: FixContext): Candidate[] {
  const similar = Object.keys(document.state).find((other) => isClose(name, other))
  if (similar === undefined || (!node && !edge)) return []
  return [
    verifiedFix(`Use \`${similar}\``, (current) =>
      node
        ? withNode(current, node.id, (old) => renameUse(old, name, similar, field))
        : withEdge(current, edge?.index ?? -1, (old) =>
            old.each
              ? {
                  ...old,
                  each: {
                    ...old.each,
                    of: renameInScript(old.each.of, 'expression', name, similar),
                  },
                }
              : old,
          ),
    ),
  ]
}

function declare({ document, name, field }: FixContext): Candidate[] {
  if (name === '' || field.startsWith('reducer')) return []
  const channel = inferChannel(document, name)
  const label = `Declare \`${name}\` as ${TYPE_WORDS[channel.type]}`
  const isEnd = field.startsWith('input') || field.startsWith('output')
  const first = verifiedFix(label, (current) =>
    applyOrKeep(current, setChannel(current, name, channel)),
  )
  const appendList: Channel = { type: 'array', reducer: 'append', default: [] }
  const couldBeList = channelReducer(channel) !== 'append' && channel.type !== 'messages' && !isEnd
  return couldBeList && !acceptsType(channel, 'array')
    ? [
        first,
        verifiedFix(`Declare \`${name}\` as a list to append to`, (current) =>
          applyOrKeep(current, setChannel(current, name, appendList)),
        ),
      ]
    : [first]
}

const declareChannel = (document: GraphDocument, name: string) =>
  applyOrKeep(document, setChannel(document, name, inferChannel(document, name)))

function removeFromEnds({ name, field }: FixContext): Candidate[] {
  const side = /^(input|output)\.\d+$/.exec(field)?.[1]
  if (side !== 'input' && side !== 'output') return []
  return [
    safeFix(`Remove it from the ${side}`, (document) => ({
      ...document,
      [side]: document[side].filter((other) => other !== name),
    })),
  ]
}
