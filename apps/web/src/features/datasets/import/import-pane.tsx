import type { Dataset } from '@lathe/contract'
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import styles from '../datasets.module.css'
import { Pane } from '../pane.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { usePastedRows } from './pasted-rows.ts'
import { previewFile, type Reading } from './upload.ts'
import { useLeaving } from './use-leaving.ts'
import { Waiting } from './waiting.tsx'

type Chosen = { file: Blob; name: string; reading: Reading }

type ImportPaneProps = { dataset: Dataset; pasted: string; onGone: () => void }

export function ImportPane({ dataset, pasted, onGone }: ImportPaneProps) {
  const [text, setText] = useState(pasted)
  const [isTaken, setTaken] = useState(false)
  useEffect(() => onGone, [onGone])
  const leaving = useLeaving()
  const preview = useMutation({
    mutationFn: async ({ file, name, reading }: Chosen) => ({
      file,
      name,
      reading,
      preview: await previewFile(file, {
        datasetId: dataset.id,
        reading,
        signal: leaving.begin(),
      }),
    }),
  })
  const read = (file: Blob, name: string, reading: Reading = { hasHeader: true }) => {
    setTaken(false)
    preview.mutate({ file, name, reading })
  }
  usePastedRows((rows) => {
    const isBusy = preview.isPending || preview.data !== undefined || text.trim() !== ''
    // Pasted rows do not replace rows being mapped or edited, only imported ones.
    if (isBusy && !isTaken) return false
    preview.reset()
    setTaken(false)
    setText(rows)
    return true
  })

  return (
    <Pane title="Import">
      {preview.data ? (
        <ImportMapping
          key={`${preview.data.name} ${JSON.stringify(preview.data.reading)}`}
          dataset={dataset}
          {...preview.data}
          onReading={(reading) => read(preview.data.file, preview.data.name, reading)}
          onTaken={() => setTaken(true)}
          onAgain={() => preview.reset()}
        />
      ) : (
        <div
          className={styles.view}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const [file] = event.dataTransfer.files
            if (file) read(file, file.name)
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
                onClick={() => read(new Blob([text]), 'pasted rows')}
              >
                Preview
              </Button>
            </DisabledReason>
            <FileButton
              accept=".csv,.tsv,.json,.jsonl,.ndjson,text/csv,application/json"
              onChange={(file) => {
                if (file) read(file, file.name)
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
          what={`Reading ${preview.variables.name}, ${formatBytes(preview.variables.file.size)}`}
          onCancel={() => leaving.leave(preview.reset)}
        />
      )}
      {preview.error && <ErrorPanel action="read the file" error={preview.error} />}
    </Pane>
  )
}
