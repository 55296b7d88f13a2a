import { useState } from 'react'
import { useFrozenValue } from '../../lib/browser/use-frozen-value.ts'
import type { ToolForm } from './tool-draft.ts'

type Kept = { base: ToolForm; typed: ToolForm }

// The form may contain secret headers, so it is kept in memory only.
const kept = new Map<string, Kept>()

/** Like `useFrozenValue`, but keeps an unsaved form while another tool is shown. */
export function useKeptForm(id: string, stored: ToolForm) {
  const [begun, setBegun] = useState(() => kept.get(id))
  const { value, key, isFrozen, isOutdated, freeze, release } = useFrozenValue(stored, begun?.base)
  return {
    initial: begun?.typed ?? value,
    key,
    isTyped: isFrozen,
    isOutdated,
    type: (typed: ToolForm) => {
      kept.set(id, { base: value, typed })
      freeze()
    },
    /** Forgets the form after saving or discarding. */
    release: () => {
      kept.delete(id)
      setBegun(undefined)
      release()
    },
  }
}
