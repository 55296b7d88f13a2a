import { ReplaySettings } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { FilterProblemText } from '../../../ui/fields/filter-problem.tsx'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'
import styles from './batches.module.css'

type StartBatchProps = {
  /** In the filter language of the trace list. */
  filter: string
  onFilter: (filter: string) => void
}

/** Replays the newest matching recordings with their own graphs or with one version. */
export function StartBatch({ filter, onFilter }: StartBatchProps) {
  const navigate = useNavigate()
  const [limit, setLimit] = useState(200)
  const [maxCost, setMaxCost] = useState<number | null>(null)
  const [problem] = parseFilter(filter).problems
  const start = useMutation(
    api.replayBatches.start.mutationOptions({
      onSuccess: ({ id: batchId }) =>
        void navigate({ to: '/replays/batches/$batchId', params: { batchId } }),
    }),
  )
  const play = () =>
    start.mutate({
      filter: { ...(filter && { filter }), limit },
      settings: ReplaySettings.parse(maxCost === null ? {} : { mode: 'version', version: maxCost }),
    })

  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          play()
        }}
      >
        <TextInput
          size="xs"
          className={styles.query}
          label="Filter"
          placeholder="All recordings, or agent:… status:error latency:>2s"
          value={filter}
          error={problem && <FilterProblemText text={filter} problem={problem} />}
          onChange={({ currentTarget: { value } }) => onFilter(value)}
        />
        <NumberEntry
          size="xs"
          w={110}
          label="Maximum"
          min={1}
          max={10_000}
          value={limit}
          onChange={(value) => setLimit(value || 1)}
        />
        <NumberEntry
          size="xs"
          w={150}
          label="Version"
          placeholder="each run's own"
          min={1}
          value={maxCost ?? undefined}
          onChange={(value) => setMaxCost(value ?? null)}
        />
        <Button size="xs" type="submit" disabled={problem !== undefined} loading={start.isPending}>
          Replay all
        </Button>
      </form>
      {start.error && <ErrorPanel action="start the replays" error={start.error} />}
    </>
  )
}
