import type { DatasetVersion } from '@lathe/contract'

type Counted = Pick<DatasetVersion, 'version' | 'added' | 'changed' | 'removed'>

/** No more examples than these are different between two versions. */
export const mostChanges = (versions: readonly Counted[], from: number, to: number): number =>
  versions
    .filter(({ version }) => version > from && version <= to)
    .reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0)
