import type { Example, Json } from '@lathe/contract'
import type { Column } from '../../../ui/data-table.tsx'
import styles from '../datasets.module.css'

/** Inputs that have a column of their own. */
const MOST = 4

export const cellText = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** The inputs that most of these examples have, the reference and the splits. */
export function exampleColumns(examples: readonly Example[]): Column<Example>[] {
  const counts = new Map<string, number>()
  for (const { inputs } of examples)
    for (const name of Object.keys(inputs)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  return [
    ...names.map(([name]) => ({
      id: `inputs.${name}`,
      header: name,
      cell: ({ inputs }: Example) => <span className={styles.cell}>{cellText(inputs[name])}</span>,
    })),
    {
      id: 'reference',
      header: 'Reference',
      cell: ({ reference }) => <span className={styles.cell}>{cellText(reference)}</span>,
    },
    {
      id: 'splits',
      header: 'Splits',
      width: '140px',
      isSecondary: true,
      cell: ({ splits }) =>
        splits.map((split) => (
          <span key={split} className={styles.split}>
            {split}
          </span>
        )),
    },
    {
      id: 'version',
      header: 'Since',
      width: '64px',
      isNumeric: true,
      isSecondary: true,
      cell: ({ version }) => <span className={styles.muted}>v{version}</span>,
    },
  ]
}
