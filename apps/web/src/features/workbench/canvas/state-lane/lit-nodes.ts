import type { ChannelUses } from '../../state/channel-uses.ts'

export type ChannelUse = 'writes' | 'reads' | 'reads, writes'

const combineUse = (writes: boolean, reads: boolean): ChannelUse | undefined =>
  writes ? (reads ? 'reads, writes' : 'writes') : reads ? 'reads' : undefined

/** Returns how each node uses a channel, by node id. */
export function channelNodeUses({ writers, readers }: ChannelUses): Record<string, ChannelUse> {
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
): ChannelUse | undefined {
  const hasListedNode = (ids: readonly string[] = []) => nodes.some((node) => ids.includes(node))
  return combineUse(hasListedNode(uses?.writers), hasListedNode(uses?.readers))
}
