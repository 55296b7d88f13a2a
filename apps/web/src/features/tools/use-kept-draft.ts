import { useState } from 'react'
import { useFrozenValue } from '../../lib/browser/use-frozen-value.ts'
import type { ToolForm } from './tool-draft.ts'

type KeptDraft = { base: ToolForm; draft: ToolForm }

// The form may contain secret headers, so it is kept in memory only.
const keptDrafts = new Map<string, KeptDraft>()

/** Like `useFrozenValue`, but keeps an unsaved form while another tool is shown. */
export function useKeptDraft(id: string, savedForm: ToolForm) {
  const [initialDraft, setInitialDraft] = useState(() => keptDrafts.get(id))
  const { value, key, isFrozen, isOutdated, freeze, release } = useFrozenValue(
    savedForm,
    initialDraft?.base,
  )
  return {
    initial: initialDraft?.draft ?? value,
    key,
    isTyped: isFrozen,
    isOutdated,
    type: (draft: ToolForm) => {
      keptDrafts.set(id, { base: value, draft })
      freeze()
    },
    /** Forgets the form after saving or discarding. */
    release: () => {
      keptDrafts.delete(id)
      setInitialDraft(undefined)
      release()
    },
  }
}
