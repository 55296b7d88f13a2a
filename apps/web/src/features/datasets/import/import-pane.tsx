import type { Dataset } from '@lathe/contract'
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import styles from '../datasets.module.css'
import { DatasetPane } from '../dataset-pane.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { usePastedRows } from './pasted-rows.ts'
import { previewFile, type Reading } from './upload.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { Waiting } from './waiting.tsx'

type SelectedFile = { file: Blob; name: string; options: Reading }

type ImportPaneProps = { dataset: Dataset; pastedText: string; onPastedTextChange: () => void }

export function ImportPane({ dataset, pastedText, onPastedTextChange }: ImportPaneProps) {
  const [text, setText] = useState(pastedText)
  const [isImported, setIsImported] = useState(false)
  useEffect(() => onPastedTextChange, [onPastedTextChange])
  const leaveGuard = useLeaveGuard()
  const preview = useMutation({
    mutationFn: async ({ file, name, options }: SelectedFile) => ({
      file,
      name,
      options,
      preview: await previewFile(file, {
        datasetId: dataset.id,
        options,
        signal: leaveGuard.begin(),
      }),
    }),
  })
  const readFile = (file: Blob, name: string, options: Reading = { hasHeader: true }) => {
    setIsImported(false)
    preview.mutate({ file, name, options })
  }
  usePastedRows((rows) => {
    const isBusy = preview.isPending || preview.data !== undefined || text.trim() !== ''
    // Pasted rows do not replace rows being mapped or edited, only imported ones.
    if (isBusy && !isImported) return false
    preview.reset()
    setIsImported(false)
    setText(rows)
    return true
  })

  return (
    <DatasetPane title="Import">
      {preview.data ? (
        <ImportMapping
          key={`${preview.data.name} ${JSON.stringify(preview.data.options)}`}
          dataset={dataset}
          {...preview.data}
          onOptionsChange={(options) => readFile(preview.data.file, preview.data.name, options)}
          onImported={() => setIsImported(true)}
          onRestart={() => preview.reset()}
        />
      ) : (
        <div
          className={styles.view}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const [file] = event.dataTransfer.files
            if (file) readFile(file, file.name)
          }}
        >
          <Textarea
            label="CSV, JSON Lines, or a JSON list"
            description="Paste rows, drop a file here, or choose one."
            placeholder={'question,expected,split\nWhat makes the tide?,the moon,test'}
            autoFocus
            autosize
            minRows={6}
            maxRows={16}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group gap="xs" mt="xs">
            <DisabledReason reason={text.trim() === '' && 'Paste rows first'}>
              <Button
                loading={preview.isPending}
                onClick={() => readFile(new Blob([text]), 'pasted rows')}
              >
                Preview
              </Button>
            </DisabledReason>
            <FileButton
              accept=".csv,.tsv,.json,.jsonl,.ndjson,text/csv,application/json"
              onChange={(file) => {
                if (file) readFile(file, file.name)
              }}
            >
              {(props) => (
                <Button variant="default" loading={preview.isPending} {...props}>
                  Choose a file…
                </Button>
              )}
            </FileButton>
          </Group>
        </div>
      )}
      {preview.isPending && (
        <Waiting
          label={`Reading ${preview.variables.name}, ${formatBytes(preview.variables.file.size)}`}
          onCancel={() => leaveGuard.leave(preview.reset)}
        />
      )}
      {preview.error && <ErrorPanel action="read the file" error={preview.error} />}
    </DatasetPane>
  )
}
