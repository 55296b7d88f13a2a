import { type ColumnTarget, ImportPlan } from '@lathe/contract'

/** Returns why the column mapping is not valid, if it is not. */
export function findMappingError(columns: readonly { name: string; target: ColumnTarget }[]) {
  if (!columns.some(({ target }) => target.startsWith('inputs'))) {
    return 'Map at least one column to an input'
  }
  const plan = { columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])) }
  return ImportPlan.safeParse(plan).success ? undefined : 'Map each column to a different field'
}
