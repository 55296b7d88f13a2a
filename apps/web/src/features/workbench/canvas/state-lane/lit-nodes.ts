import type { ChannelUses } from '../../state/channel-uses.ts'

export type Use = 'writes' | 'reads' | 'reads, writes'

const useOf = (isWriter: boolean, isReader: boolean): Use | undefined =>
  isWriter ? (isReader ? 'reads, writes' : 'writes') : isReader ? 'reads' : undefined

/** What each node does with a channel, by the node's id. */
export function litNodes({ writers, readers }: ChannelUses): Record<string, Use> {
  const all = [...new Set([...writers, ...readers])]
  return Object.fromEntries(
    all.flatMap((id) => {
      const use = useOf(writers.includes(id), readers.includes(id))
      return use ? [[id, use]] : []
    }),
  )
}

/** What the nodes together do with a channel. */
export function usedBy(uses: ChannelUses | undefined, nodes: readonly string[]): Use | undefined {
  const among = (ids: readonly string[] = []) => nodes.some((node) => ids.includes(node))
  return useOf(among(uses?.writers), among(uses?.readers))
}
