import { ReplaySettings } from '@lathe/contract'
import { Button, Popover, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { type ListFilter, toInput } from './list-search.ts'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'

type ReplayTracesProps = { filter: ListFilter; ids?: string[] | undefined }

/** Replays the selected traces, or the newest ones that match the filter. */
export function ReplayTraces({ filter, ids }: ReplayTracesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-end">
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setOpen(!isOpen)}>
          Replay…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ReplayTracesForm filter={filter} ids={ids} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ReplayTracesForm({ filter, ids }: ReplayTracesProps) {
  const navigate = useNavigate()
  const [limit, setLimit] = useState(200)
  const [version, setVersion] = useState<number>()
  const start = useMutation(
    api.replayBatches.start.mutationOptions({
      onSuccess: ({ id: batchId }) =>
        void navigate({ to: '/replays/batches/$batchId', params: { batchId } }),
    }),
  )
  const play = () =>
    start.mutate({
      ...(ids ? { traceIds: ids } : { filter: { ...toInput(filter), limit } }),
      settings: ReplaySettings.parse(version === undefined ? {} : { mode: 'version', version }),
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        play()
      }}
    >
      <Stack gap="xs">
        {!ids && (
          <NumberEntry
            size="xs"
            label="Newest matching traces (max)"
            min={1}
            max={10_000}
            allowDecimal={false}
            value={limit}
            onChange={(value) => setLimit(value || 1)}
          />
        )}
        <NumberEntry
          size="xs"
          label="Version"
          placeholder="each run's own"
          min={1}
          allowDecimal={false}
          value={version}
          onChange={setVersion}
          data-autofocus
        />
        {start.error && <ErrorPanel action="start the replays" error={start.error} />}
        <Button size="xs" type="submit" loading={start.isPending}>
          {ids ? `Replay ${ids.length} from recordings` : 'Replay all'}
        </Button>
      </Stack>
    </form>
  )
}
