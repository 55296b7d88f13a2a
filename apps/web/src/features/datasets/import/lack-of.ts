import { type ColumnTarget, ImportPlan } from '@lathe/contract'

/** Why a file cannot be taken by what its columns are said to be. */
export function lackOf(columns: readonly { name: string; target: ColumnTarget }[]) {
  if (!columns.some(({ target }) => target.startsWith('inputs'))) {
    return 'No column is an input: say which one is'
  }
  const plan = { columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])) }
  return ImportPlan.safeParse(plan).success
    ? undefined
    : 'Two columns are the same: one of them has to be something else'
}
