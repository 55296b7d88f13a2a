import { ReplaySettings, type SpanStatus } from '@lathe/contract'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import styles from './batches.module.css'

/** Which traces: as the list of traces filters them. */
export type BatchFilter = {
  status?: SpanStatus[] | undefined
  agent?: string | undefined
  version?: number | undefined
  q?: string | undefined
}

type StartBatchProps = { filter: BatchFilter; onFilter: (filter: BatchFilter) => void }

/** The newest recordings that match, played under their own graphs or under one version. */
export function StartBatch({ filter, onFilter }: StartBatchProps) {
  const navigate = useNavigate()
  const [limit, setLimit] = useState(200)
  const [under, setUnder] = useState<number | null>(null)
  const start = useMutation(
    api.replayBatches.start.mutationOptions({
      onSuccess: ({ id: batchId }) =>
        void navigate({ to: '/replays/batches/$batchId', params: { batchId } }),
    }),
  )
  const play = () =>
    start.mutate({
      filter: { ...filter, limit },
      settings: ReplaySettings.parse(under === null ? {} : { mode: 'version', version: under }),
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
          label="Agent"
          placeholder="any"
          value={filter.agent ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, agent: value || undefined })
          }
        />
        <TextInput
          size="xs"
          className={styles.query}
          label="Text in the title"
          placeholder="any"
          value={filter.q ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, q: value || undefined })
          }
        />
        <NumberInput
          size="xs"
          w={110}
          label="At most"
          min={1}
          max={10_000}
          value={limit}
          onChange={(value) => setLimit(Number(value) || 1)}
        />
        <NumberInput
          size="xs"
          w={150}
          label="Under version"
          placeholder="each its own"
          min={1}
          value={under ?? ''}
          onChange={(value) => setUnder(value === '' ? null : Number(value))}
        />
        <Button size="xs" type="submit" loading={start.isPending}>
          Replay them all
        </Button>
      </form>
      {(filter.status || filter.version !== undefined) && (
        <p className={styles.facts}>
          {filter.status && <span>Only those that ended so: {filter.status.join(', ')}</span>}
          {filter.version !== undefined && <span>Only runs of version {filter.version}</span>}
        </p>
      )}
      {start.error && <ErrorPanel attempted="start the replays" error={start.error} />}
    </>
  )
}
