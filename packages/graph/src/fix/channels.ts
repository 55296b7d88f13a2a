import type { Channel, GraphDocument } from '@lathe/contract'
import { setChannel } from '../edit/channels.ts'
import { acceptsType, TYPE_WORDS } from '../state/accepts.ts'
import { reducerOf } from '../state/reducers.ts'
import { isClose } from '../text/is-close.ts'
import { renameInScript } from '../text/rename.ts'
import { orSame, renameUse, withChannel, withEdge, withNode } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { always, tried } from './fix.ts'
import type { Candidate, Fixer, FixContext } from './fix.ts'
import { inferChannel } from './infer-channel.ts'

/** Fixes for channels that are missing, empty when read, or never read. */
export const channelFixers = {
  UNKNOWN_CHANNEL: (context) => [...useNearest(context), ...declare(context), ...takeOut(context)],

  NEVER_WRITTEN: ({ document, name }) => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    const empty = channel && emptyValue(channel)
    return [
      ...(empty === undefined || empty === null
        ? []
        : [
            always(`Set the default to ${JSON.stringify(empty)}`, (current) =>
              withChannel(current, name, (old) => ({ ...old, default: empty })),
            ),
          ]),
      ...(channel
        ? [
            always(`Make \`${name}\` an input`, (current) => ({
              ...current,
              input: [...current.input, name],
            })),
          ]
        : []),
    ]
  },

  NEVER_READ: ({ name }) => [
    always(`Make \`${name}\` an output`, (document) => ({
      ...document,
      output: [...document.output, name],
    })),
  ],

  UNDECLARED_WRITE: ({ document, node, name }) => {
    if (!node || name === '') return []
    const isThere = Object.hasOwn(document.state, name)
    return [
      tried(isThere ? `Write \`${name}\`` : `Declare and write \`${name}\``, (current) => {
        const written = withNode(current, node.id, (old) =>
          old.kind === 'code' ? { ...old, writes: [...old.writes, name] } : old,
        )
        return isThere ? written : declared(written, name)
      }),
    ]
  },
} satisfies Record<string, Fixer>

function useNearest({ document, node, edge, name, field }: FixContext): Candidate[] {
  const close = Object.keys(document.state).find((other) => isClose(name, other))
  if (close === undefined || (!node && !edge)) return []
  return [
    tried(`Use \`${close}\``, (current) =>
      node
        ? withNode(current, node.id, (old) => renameUse(old, name, close, field))
        : withEdge(current, edge?.index ?? -1, (old) =>
            old.each
              ? {
                  ...old,
                  each: { ...old.each, of: renameInScript(old.each.of, 'expression', name, close) },
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
  const first = tried(label, (current) => orSame(current, setChannel(current, name, channel)))
  const loose: Channel = { type: 'array', reducer: 'append', default: [] }
  const fitsAny = reducerOf(channel) !== 'append' && channel.type !== 'messages' && !isEnd
  return fitsAny && !acceptsType(channel, 'array')
    ? [
        first,
        tried(`Declare \`${name}\` as a list to append to`, (current) =>
          orSame(current, setChannel(current, name, loose)),
        ),
      ]
    : [first]
}

const declared = (document: GraphDocument, name: string) =>
  orSame(document, setChannel(document, name, inferChannel(document, name)))

function takeOut({ name, field }: FixContext): Candidate[] {
  const side = /^(input|output)\.\d+$/.exec(field)?.[1]
  if (side !== 'input' && side !== 'output') return []
  return [
    always(`Remove it from the ${side}`, (document) => ({
      ...document,
      [side]: document[side].filter((other) => other !== name),
    })),
  ]
}
