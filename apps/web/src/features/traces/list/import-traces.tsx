import type { TraceImportReport } from '@lathe/contract'
import { Button, FileButton, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { invalidateInAllTabs } from '../../../lib/api/other-tabs.ts'
import { sendFile } from '../../../lib/api/send-file.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from './list.module.css'

const KINDS = '.jsonl,.ndjson,.json,.gz,.zst,.parquet,application/json'

/** Imports traces exported by Lathe or LangSmith, or OpenTelemetry JSON. */
export function ImportTraces() {
  const queries = useQueryClient()
  const choose = useRef<() => void>(null)
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: (file: File) => sendFile<TraceImportReport>('/api/traces/import', file),
    onSuccess: (report) => {
      if (report.problems.total === 0) showToast(describeImport(report))
    },
    onSettled: () => {
      choose.current?.()
      return invalidateInAllTabs(queries, api.traces.key())
    },
  })
  const isOpen = error !== null || (data !== undefined && data.problems.total > 0)
  return (
    <>
      <FileButton
        accept={KINDS}
        resetRef={choose}
        onChange={(file) => {
          if (file) mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={isPending}
            title="Lathe or LangSmith export, or OpenTelemetry JSON. Compressed files are accepted."
          >
            Import…
          </Button>
        )}
      </FileButton>
      <Modal opened={isOpen} onClose={reset} title="Import" size="lg">
        {error && <ErrorPanel action="import the file" error={error} />}
        {data && <ImportReport {...data} />}
      </Modal>
    </>
  )
}

function ImportReport(report: TraceImportReport) {
  const { total, first } = report.problems
  return (
    <section aria-label="Import report">
      <p>{describeImport(report)}</p>
      <p>{plural(total, 'part')} could not be imported:</p>
      <ul className={styles.problems}>
        {first.map(({ location, message }) => (
          <li key={`${location} ${message}`}>
            <strong>{location}</strong> {message}
          </li>
        ))}
      </ul>
      {total > first.length && <p>and {formatExactCount(total - first.length)} more</p>}
    </section>
  )
}

function describeImport({
  traces,
  spans,
  existing: knownCount,
  skippedRuns: ownCount,
}: TraceImportReport): string {
  const parts = [
    spans === 0 && traces > 0
      ? `Imported feedback or attachments of ${plural(traces, 'trace')}`
      : `Imported ${plural(traces, 'trace')} with ${plural(spans, 'span')}`,
  ]
  if (knownCount > 0)
    parts.push(
      `${plural(knownCount, 'span')} already existed and ${knownCount === 1 ? 'was' : 'were'} kept`,
    )
  if (ownCount > 0) parts.push(`${plural(ownCount, 'trace')} of local runs kept`)
  return (
    traces + spans === 0 && knownCount + ownCount > 0 ? ['Nothing new', ...parts.slice(1)] : parts
  ).join('; ')
}
