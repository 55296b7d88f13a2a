import type { Dataset } from '@lathe/contract'
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import styles from '../datasets.module.css'
import { Pane } from '../pane.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { previewFile } from './upload.ts'

/** A file or pasted rows, what they seem to be, and what becomes of them. */
export function ImportPane({ dataset, pasted }: { dataset: Dataset; pasted: string }) {
  const [text, setText] = useState(pasted)
  const preview = useMutation({
    mutationFn: async ({ file, name }: { file: Blob; name: string }) => ({
      file,
      name,
      preview: await previewFile(file),
    }),
  })
  const read = (file: Blob, name: string) => preview.mutate({ file, name })

  return (
    <Pane title="Import">
      {preview.data ? (
        <ImportMapping
          key={preview.data.name}
          datasetId={dataset.id}
          {...preview.data}
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
            label="CSV with a header line, JSON Lines, or a JSON list"
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
            <Button
              disabled={text.trim() === ''}
              loading={preview.isPending}
              onClick={() => read(new Blob([text]), 'pasted rows')}
            >
              Look at it
            </Button>
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
      {preview.error && <ErrorPanel attempted="read the file" error={preview.error} />}
    </Pane>
  )
}
