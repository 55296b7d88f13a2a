import { hasUsage, type Usage } from '@lathe/contract'

/** Null if no usage was reported, e.g. for a cancelled run. That differs from zero. */
export const runTokens = (run: { usage: Usage }, side: 'input' | 'output'): number | null =>
  hasUsage(run.usage) ? run.usage[side] : null
