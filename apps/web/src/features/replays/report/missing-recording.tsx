import { type RunError, RecordingMissDetails } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { exchangeRequest } from './step-detail.tsx'
import { ChangesDiff, type ChangesMode, ChangesModeSwitch } from './changes.tsx'
import styles from './report.module.css'
import { formatAddress } from './step-table.tsx'

type MissingRecordingProps = { error: RunError; recording: string; replay: string }

/** Shows a request that the recording lacks, beside the most similar recorded call. */
export function MissingRecording({ error, recording, replay }: MissingRecordingProps) {
  const [mode, setMode] = useState<ChangesMode>('changes')
  const details = RecordingMissDetails.safeParse(error.details).data
  const nearest = details?.nearest
  const { data: exchanges } = useQuery(
    api.traces.exchanges.queryOptions({ input: { id: recording } }),
  )
  const { data: replayDetail } = useQuery(api.traces.get.queryOptions({ input: { id: replay } }))
  const nearestExchange = exchanges?.find(
    ({ fingerprint, name }) => fingerprint === nearest?.fingerprint && name === nearest.name,
  )
  const failed = replayDetail?.spans.findLast(
    ({ error: spanError, kind }) =>
      spanError?.code === 'RECORDING_MISS' && (kind === 'model' || kind === 'tool'),
  )
  const inputs = useSpanInputs(replay, failed?.id)
  const tapeInputs = useSpanInputs(recording, nearestExchange?.spanId ?? undefined)
  const isRequestStored = details?.requested.request !== undefined
  const request = isRequestStored ? details.requested.request : inputs
  const recorded = isRequestStored ? nearest?.request : tapeInputs

  return (
    <section className={styles.miss} aria-label="Missing recording">
      <h2>{error.message}</h2>
      {details && (
        <p>
          Requested: {details.requested.kind} {details.requested.name},{' '}
          {formatAddress(details.requested.address)}.{' '}
          {nearest
            ? `Most similar: ${nearest.kind} ${nearest.name}, ${formatAddress(nearest.address)}.`
            : 'Nothing similar was recorded.'}
        </p>
      )}
      {error.hint && <p className={styles.faint}>{error.hint}</p>}
      {request !== undefined && (recorded !== undefined || nearestExchange) && (
        <>
          <ChangesModeSwitch value={mode} onChange={setMode} />
          <ChangesDiff
            label="Request"
            recording={recorded ?? (nearestExchange && exchangeRequest(nearestExchange))}
            replay={request}
            names={{ recording: 'nearest recording', replay: 'asked now' }}
            mode={mode}
          />
        </>
      )}
    </section>
  )
}

function useSpanInputs(traceId: string, spanId: string | undefined) {
  const { data } = useQuery({
    ...api.traces.span.queryOptions({ input: { traceId, spanId: spanId ?? '' } }),
    enabled: spanId !== undefined,
  })
  return data?.inputs
}
