import { useState } from 'react'
import { useHeld } from '../../lib/use-held.ts'
import type { ToolForm } from './tool-draft.ts'

type Kept = { base: ToolForm; typed: ToolForm }

// Secret headers may be among what was typed: it lives as long as the page, and is stored nowhere.
const kept = new Map<string, Kept>()

/** A form held as `useHeld` does, and kept half typed while another tool is looked at. */
export function useKeptForm(id: string, stored: ToolForm) {
  const [begun, setBegun] = useState(() => kept.get(id))
  const { shown, key, isHeld, isBehind, hold, release } = useHeld(stored, begun?.base)
  return {
    initial: begun?.typed ?? shown,
    key,
    isTyped: isHeld,
    isBehind,
    type: (typed: ToolForm) => {
      kept.set(id, { base: shown, typed })
      hold()
    },
    /** When it is saved, or given up. */
    release: () => {
      kept.delete(id)
      setBegun(undefined)
      release()
    },
  }
}
