import type { ChannelUses } from '../../state/channel-uses.ts'

export type Use = 'writes' | 'reads' | 'reads, writes'

const combineUse = (isWriter: boolean, isReader: boolean): Use | undefined =>
  isWriter ? (isReader ? 'reads, writes' : 'writes') : isReader ? 'reads' : undefined

/** Returns how each node uses a channel, by node id. */
export function channelNodeUses({ writers, readers }: ChannelUses): Record<string, Use> {
  const all = [...new Set([...writers, ...readers])]
  return Object.fromEntries(
    all.flatMap((id) => {
      const use = combineUse(writers.includes(id), readers.includes(id))
      return use ? [[id, use]] : []
    }),
  )
}

/** Returns how the selected nodes use a channel. */
export function selectionUse(
  uses: ChannelUses | undefined,
  nodes: readonly string[],
): Use | undefined {
  const among = (ids: readonly string[] = []) => nodes.some((node) => ids.includes(node))
  return combineUse(among(uses?.writers), among(uses?.readers))
}
