import { IconArrowMerge } from '@tabler/icons-react'

/** A join: the node waits until all branches that run beside it have ended. */
export function DeferMark() {
  return (
    <span title="Waits for all parallel branches">
      <IconArrowMerge size={14} role="img" aria-label="Waits for all parallel branches" />
    </span>
  )
}
