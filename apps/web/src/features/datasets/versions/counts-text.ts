import type { DatasetVersion } from '@lathe/contract'
import { formatExactCount } from '../../../lib/format/format.ts'

/** Formats counts like `3 added, 1 removed`; zero counts are left out. */
export function countsText(counts: Pick<DatasetVersion, 'added' | 'changed' | 'removed'>): string {
  const changedKinds = (['added', 'changed', 'removed'] as const).filter((kind) => counts[kind] > 0)
  if (changedKinds.length === 0) return 'nothing changed'
  return changedKinds.map((kind) => `${formatExactCount(counts[kind])} ${kind}`).join(', ')
}
