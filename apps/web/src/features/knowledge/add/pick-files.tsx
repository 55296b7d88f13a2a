import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import styles from '../knowledge.module.css'
import { ACCEPTED, type Pending } from './sources.ts'

export function PickFiles({ onPick }: { onPick: (sources: Pending[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  const pick = (files: readonly File[]) =>
    onPick(files.map((file) => ({ type: 'file', name: file.name, file })))
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        pick([...event.dataTransfer.files])
      }}
    >
      <span>Drop files here: txt, md, html, pdf, csv, json</span>
      <FileButton multiple accept={ACCEPTED} onChange={pick}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            Choose files
          </Button>
        )}
      </FileButton>
    </div>
  )
}
