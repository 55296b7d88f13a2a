import type { CaseVerdict } from '@lathe/contract'

/** Whether both have a latency, but measured at different times, so they cannot be compared. */
export const isTimedApart = ({ outcome, baseline, change: movement }: CaseVerdict): boolean =>
  outcome !== null && baseline !== null && movement === null
