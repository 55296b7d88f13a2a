import type { Example, Json } from '@lathe/contract'
import { VisuallyHidden } from '@mantine/core'
import type { Column } from '../../../ui/data-table.tsx'
import styles from '../datasets.module.css'
import { useExampleDrafts } from './example-drafts.ts'

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
    ...names.map(([name], index) => ({
      id: `inputs.${name}`,
      header: name,
      cell: ({ id, inputs }: Example) => (
        <span className={styles.cell}>
          {index === 0 && <DraftMark id={id} />}
          {cellText(inputs[name])}
        </span>
      ),
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

function DraftMark({ id }: { id: string }) {
  const isDraft = useExampleDrafts(({ drafts }) => drafts[id] !== undefined)
  if (!isDraft) return null
  return (
    <span className={styles.draft} title="Changed here and not saved yet">
      <VisuallyHidden>Not saved: </VisuallyHidden>
    </span>
  )
}
