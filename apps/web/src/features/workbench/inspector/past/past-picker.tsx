import { Select } from '@mantine/core'
import type { Run } from '@lathe/contract'
import { formatRelativeTime } from '../../../../lib/format.ts'
import { useNow } from '../../../../lib/use-now.ts'
import styles from './past.module.css'
import type { PastState } from './use-past-state.ts'

const MINUTE_MS = 60_000

/** Which past run the values are from, and which of its visits to the node. */
export function PastPicker({ past }: { past: PastState }) {
  const now = useNow(MINUTE_MS)
  const { runs, run, visits, visit } = past
  return (
    <div className={styles.picker}>
      <Select
        aria-label="Values of the run"
        size="xs"
        data={runs.map((each) => ({ value: each.id, label: nameOf(each, now) }))}
        value={run?.id ?? null}
        placeholder="A run"
        allowDeselect={false}
        onChange={(id) => {
          if (id !== null) past.chooseRun(id)
        }}
      />
      {visits.length > 1 && (
        <Select
          className={styles.visit ?? ''}
          aria-label="Which time it got here"
          size="xs"
          data={visits.map((span, index) => ({
            value: String(index),
            label: `${index + 1} of ${visits.length} · step ${span.superstep ?? '?'}`,
          }))}
          value={String(visit)}
          allowDeselect={false}
          onChange={(index) => past.chooseVisit(Number(index))}
        />
      )}
    </div>
  )
}

const nameOf = ({ title, createdAt }: Run, now: Date) =>
  `${title === '' ? 'Run' : title} · ${formatRelativeTime(new Date(createdAt / 1_000), now)}`
