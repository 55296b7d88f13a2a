import type { CaseVerdict } from '@lathe/contract'

/** Both have a time, and neither is held against the other. */
export const isTimedApart = ({ outcome, baseline, change: movement }: CaseVerdict): boolean =>
  outcome !== null && baseline !== null && movement === null
