import type { GraphDocument } from '@lathe/contract'
import { useEffect, useState } from 'react'
import { useWorkbench } from '../workbench-context.ts'
import { type ChannelUses, channelUses } from './channel-uses.ts'

const PAUSE_MS = 200

type Uses = Readonly<Record<string, ChannelUses>>

/** Who writes and reads each channel. What is typed into a node counts a moment after the last key. */
export function useChannelUses(): Uses {
  const { store } = useWorkbench()
  const [uses, setUses] = useState<Uses>(() => channelUses(store.getState().document))

  useEffect(() => {
    let timer: number | undefined
    const tell = () => {
      window.clearTimeout(timer)
      setUses((before) => keepSame(before, channelUses(store.getState().document)))
    }
    tell()
    const stop = store.subscribe(({ document }, { document: before }) => {
      if (document === before) return
      if (!isTyping(document, before)) return tell()
      window.clearTimeout(timer)
      timer = window.setTimeout(tell, PAUSE_MS)
      return undefined
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store])

  return uses
}

/** Nothing changed but what is within nodes. */
const isTyping = (a: GraphDocument, b: GraphDocument) =>
  a.nodes !== b.nodes &&
  a.state === b.state &&
  a.edges === b.edges &&
  a.input === b.input &&
  a.output === b.output

/** What is as it was is the very object of before, so that only what changed is drawn again. */
function keepSame(before: Uses, now: Uses): Uses {
  const entries = Object.entries(now).map(([name, uses]): [string, ChannelUses] => {
    const was = before[name]
    return [name, was && JSON.stringify(was) === JSON.stringify(uses) ? was : uses]
  })
  const isSame =
    entries.length === Object.keys(before).length &&
    entries.every(([name, uses]) => before[name] === uses)
  return isSame ? before : Object.fromEntries(entries)
}
