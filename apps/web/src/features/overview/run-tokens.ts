import { hasUsage, type Usage } from '@lathe/contract'

/** Null where no usage was reported at all, as of a run that was cut: that is not nothing. */
export const tokensOf = (run: { usage: Usage }, side: 'input' | 'output'): number | null =>
  hasUsage(run.usage) ? run.usage[side] : null
