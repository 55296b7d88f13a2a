import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { edgeReads, nodeReads, nodeWrites } from '@lathe/graph'
import { useEffect, useState } from 'react'
import { memoize } from '../../../lib/browser/memoize.ts'
import { useWorkbench } from '../workbench-context.ts'

export type ChannelUses = { writers: string[]; readers: string[] }

type NodeUses = { reads: readonly string[]; readsAll: boolean; writes: readonly string[] }

/** Nodes and edges are immutable, so their uses can be cached. */
const nodeUses = memoize(nodeChannelUses)
const edgeUses = memoize((edge: GraphEdge) => edgeReads(edge).names)

/** Returns the writers and readers of each channel. The graph's ends count as `start` and `end`. */
export function channelUses(document: GraphDocument): Record<string, ChannelUses> {
  const uses = new Map<string, { writers: Set<string>; readers: Set<string> }>(
    Object.keys(document.state).map((name) => [name, { writers: new Set(), readers: new Set() }]),
  )
  for (const name of document.input) uses.get(name)?.writers.add('start')
  for (const name of document.output) uses.get(name)?.readers.add('end')
  for (const [id, node] of Object.entries(document.nodes)) {
    const { reads, readsAll, writes } = nodeUses(node)
    for (const channel of writes) uses.get(channel)?.writers.add(id)
    for (const channel of reads) uses.get(channel)?.readers.add(id)
    if (readsAll) for (const use of uses.values()) use.readers.add(id)
  }
  for (const edge of document.edges) {
    for (const name of edgeUses(edge)) uses.get(name)?.readers.add(edge.to)
  }
  return Object.fromEntries(
    [...uses].map(([name, { writers, readers }]) => [
      name,
      { writers: [...writers], readers: [...readers] },
    ]),
  )
}

function nodeChannelUses(node: GraphNode): NodeUses {
  const { uses, all } = nodeReads(node)
  return {
    reads: uses.map(({ channel }) => channel),
    readsAll: all,
    writes: nodeWrites(node).map(({ channel }) => channel),
  }
}

const PAUSE_MS = 200

type ChannelUsesByName = Readonly<Record<string, ChannelUses>>

/** Returns the writers and readers of each channel. Edits within nodes count after a pause. */
export function useChannelUses(): ChannelUsesByName {
  const { store } = useWorkbench()
  const [uses, setUses] = useState<ChannelUsesByName>(() => channelUses(store.getState().document))

  useEffect(() => {
    let timer: number | undefined
    const updateUses = () => {
      window.clearTimeout(timer)
      setUses((before) => keepUnchanged(before, channelUses(store.getState().document)))
    }
    updateUses()
    const stop = store.subscribe(({ document }, { document: before }) => {
      if (document === before) return
      if (!isTyping(document, before)) return updateUses()
      window.clearTimeout(timer)
      timer = window.setTimeout(updateUses, PAUSE_MS)
      return undefined
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store])

  return uses
}

/** True if only the content of nodes changed. */
const isTyping = (a: GraphDocument, b: GraphDocument) =>
  a.nodes !== b.nodes &&
  a.state === b.state &&
  a.edges === b.edges &&
  a.input === b.input &&
  a.output === b.output

/** Reuses unchanged entries, so that only changed channels render. */
function keepUnchanged(before: ChannelUsesByName, next: ChannelUsesByName): ChannelUsesByName {
  const entries = Object.entries(next).map(([name, uses]): [string, ChannelUses] => {
    const previous = before[name]
    return [name, previous && JSON.stringify(previous) === JSON.stringify(uses) ? previous : uses]
  })
  const isSameUses =
    entries.length === Object.keys(before).length &&
    entries.every(([name, uses]) => before[name] === uses)
  return isSameUses ? before : Object.fromEntries(entries)
}
