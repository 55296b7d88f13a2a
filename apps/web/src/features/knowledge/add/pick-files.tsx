import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import styles from '../knowledge.module.css'
import { ACCEPTED_FILES, type Pending } from './sources.ts'

export function PickFiles({ onPick }: { onPick: (sources: Pending[]) => void }) {
  const [isDragOver, setIsDragOver] = useState(false)
  const addFiles = (files: readonly File[]) =>
    onPick(files.map((file) => ({ type: 'file', name: file.name, file })))
  return (
    <div
      className={styles.drop}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDragOver(false)
        addFiles([...event.dataTransfer.files])
      }}
    >
      <span>Drop files here: txt, md, html, pdf, csv, json</span>
      <FileButton multiple accept={ACCEPTED_FILES} onChange={addFiles}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            Choose files
          </Button>
        )}
      </FileButton>
    </div>
  )
}
