import type { Dataset, ImportPreview, ImportReport } from '@lathe/contract'
import { Button, Checkbox, Group, TagsInput } from '@mantine/core'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import type { Progress } from '../../../lib/api/send-file.ts'
import { undoDatasetVersion } from '../../../lib/api/undo-dataset-version.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../datasets.module.css'
import { EncodingField } from './encoding-field.tsx'
import { findMappingError } from './find-mapping-error.ts'
import { MappingTable } from './mapping-table.tsx'
import { Problems } from './problems.tsx'
import { importProblems } from './import-problems.ts'
import { importFile, type Reading } from './upload.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { Waiting } from './waiting.tsx'

const FORMATS: Record<ImportPreview['format'], string> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
}

type ImportMappingProps = {
  dataset: Dataset
  file: Blob
  name: string
  options: Reading
  preview: ImportPreview
  onOptionsChange: (options: Reading) => void
  onImported: () => void
  onRestart: () => void
}

export function ImportMapping(props: ImportMappingProps) {
  const { dataset, file, name, options, preview, onOptionsChange, onImported, onRestart } = props
  const queries = useQueryClient()
  const [columns, setColumns] = useState(preview.columns)
  const inputs = useKnownInputs(dataset)
  const [splits, setSplits] = useState<string[]>([])
  const [dedupe, setDedupe] = useState(false)
  const leaveGuard = useLeaveGuard()
  const isUnmounted = useIsUnmounted()
  const [progress, setProgress] = useState<Progress>({ checked: 0 })
  const importRows = useMutation({
    mutationFn: (skipInvalid: boolean) =>
      importFile(dataset.id, file, {
        plan: {
          columns: Object.fromEntries(columns.map((column) => [column.name, column.target])),
          json: columns.filter(({ isJson }) => isJson).map((column) => column.name),
          ...options,
          splits,
          dedupe,
          skipInvalid,
        },
        name,
        signal: leaveGuard.begin(),
        onProgress: setProgress,
      }),
    onMutate: () => setProgress({ checked: 0 }),
    onSuccess: async (report) => {
      onImported()
      await queries.invalidateQueries({ queryKey: api.datasets.key() })
      const message = importSummary(report)
      if (report.added + report.changed === 0) showToast(message)
      else showUndoToast({ message, onUndo: () => undo.mutate(report.version) })
    },
    onError: (error) => {
      // While the pane is open, it shows the error itself.
      if (isUnmounted.current)
        showToast(`Could not import ${name}: ${describeError(error).message}`, 'error')
    },
  })
  const undo = useMutation({
    mutationFn: (imported: number) => undoDatasetVersion(dataset.id, imported),
    onError: (error) => showToast(describeError(error).message, 'error'),
    // Refetch on failure too, to show the conflicting change.
    onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.key() }),
  })
  const missing = findMappingError(columns)
  // Other encodings rarely decode as valid Unicode by chance.
  const isUnicode = preview.encoding.startsWith('utf-')
  const rejected = importRows.error ? importProblems(importRows.error) : preview.problems
  const validCount = Math.max(
    0,
    preview.rows - (importRows.error ? rejected.total - preview.problems.total : 0),
  )

  if (importRows.data) {
    return (
      <>
        <p role="status">
          {undo.isSuccess ? `Version ${undo.variables} reverted` : importSummary(importRows.data)}
        </p>
        {!undo.isSuccess && <Problems problems={importRows.data.problems} title="Skipped" />}
        <Group>
          <Button variant="default" onClick={onRestart}>
            Import another
          </Button>
        </Group>
      </>
    )
  }
  return (
    <>
      <p className={styles.muted}>
        {name}: {plural(preview.rows, 'row')} of {FORMATS[preview.format]}, {preview.encoding}
      </p>
      {preview.notes.map((note) => (
        <p key={note} className={styles.muted}>
          {note}
        </p>
      ))}
      {preview.format === 'csv' && (
        <Checkbox
          label="The first line names the columns"
          checked={options.hasHeader}
          onChange={({ currentTarget }) =>
            onOptionsChange({ ...options, hasHeader: currentTarget.checked })
          }
        />
      )}
      {(options.encoding !== undefined || !isUnicode) && (
        <EncodingField
          encoding={preview.encoding}
          onChange={(encoding) => onOptionsChange({ ...options, encoding })}
        />
      )}
      <MappingTable preview={preview} inputs={inputs} columns={columns} onChange={setColumns} />
      <TagsInput label="Splits for every row" value={splits} maxTags={20} onChange={setSplits} />
      <Checkbox
        label="Skip rows whose inputs already exist"
        checked={dedupe}
        onChange={({ currentTarget }) => setDedupe(currentTarget.checked)}
      />
      {columns.length > 0 && missing !== undefined && <p className={styles.failed}>{missing}.</p>}
      <Problems problems={rejected} title="Invalid rows" />
      {importRows.error && rejected.total === 0 && (
        <ErrorPanel action="import the file" error={importRows.error} />
      )}
      <Group gap="xs">
        <DisabledReason reason={missing ?? (validCount === 0 && 'There are no valid rows')}>
          <Button
            loading={importRows.isPending}
            onClick={() => importRows.mutate(rejected.total > 0)}
          >
            {rejected.total === 0
              ? `Import ${plural(validCount, 'row')}`
              : `Import ${plural(validCount, 'valid row')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={onRestart}>
          Choose another file
        </Button>
      </Group>
      {importRows.isPending && (
        <Waiting
          label={
            'rows' in progress
              ? `${formatExactCount(progress.rows)} of ${plural(validCount, 'row')} imported`
              : `${formatExactCount(progress.checked)} of ${plural(validCount, 'row')} checked`
          }
          onCancel={() => leaveGuard.leave(importRows.reset)}
        />
      )}
    </>
  )
}

/** Whether the pane was closed while an import continues. */
function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}

/** Input names of the dataset, so that columns with other names can be mapped to them. */
function useKnownInputs({ id, examples }: Dataset): string[] {
  const { data } = useQuery(
    api.datasets.examples.queryOptions({
      input: examples === 0 ? skipToken : { dataset: id, limit: 100 },
    }),
  )
  return [...new Set(data?.items.flatMap((example) => Object.keys(example.inputs)))]
}

function importSummary({ version, added, changed, unchanged, duplicates }: ImportReport): string {
  const parts = [
    `${formatExactCount(added)} added`,
    changed > 0 && `${formatExactCount(changed)} changed`,
    unchanged > 0 && `${formatExactCount(unchanged)} unchanged`,
    duplicates > 0 && `${plural(duplicates, 'duplicate')} skipped`,
  ]
  return `Version ${version}: ${parts.filter(Boolean).join(', ')}`
}
