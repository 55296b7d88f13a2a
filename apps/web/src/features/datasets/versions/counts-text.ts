import type { DatasetVersion } from '@lathe/contract'
import { formatExactCount } from '../../../lib/format/format.ts'

/** Formats counts like `3 added, 1 removed`; zero counts are left out. */
export function countsText(counts: Pick<DatasetVersion, 'added' | 'changed' | 'removed'>): string {
  const told = (['added', 'changed', 'removed'] as const).filter((what) => counts[what] > 0)
  if (told.length === 0) return 'nothing changed'
  return told.map((what) => `${formatExactCount(counts[what])} ${what}`).join(', ')
}
