import type { Chunking, Collection } from '@lathe/contract'
import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import styles from '../knowledge.module.css'
import { Queue } from './queue.tsx'
import { useAddQueue } from './use-add-queue.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { ChunkList } from '../chunk-list.tsx'
import { ACCEPTED_FILES, addressesIn, type Pending, toSource } from './sources.ts'

const route = getRouteApi('/knowledge')

export function AddDocuments({ collection }: { collection: Collection }) {
  const navigate = route.useNavigate()
  const { items, put, remove, send, isSending } = useAddQueue(collection)
  const [previewKey, setPreviewKey] = useState<number>()
  const unsavedItems = items.filter(({ state }) => state !== 'added')
  const previewItem = items.find(({ key }) => key === previewKey)
  const closePanel = () => void navigate({ search: { collection: collection.name } })

  return (
    <section className={styles.panel} aria-label="Add documents">
      <PickFiles onPick={put} />
      <PasteText onPaste={(source) => put([source])} />
      <PickAddresses onPick={put} />
      {items.length > 0 && (
        <Queue
          items={items}
          previewKey={previewKey}
          onPreview={setPreviewKey}
          onRemove={remove}
          onRetry={(item) => void send([item])}
        />
      )}
      <div className={styles.buttons}>
        <DisabledReason reason={unsavedItems.length === 0 && 'Choose documents first'}>
          <Button loading={isSending} onClick={() => void send()}>
            {unsavedItems.length === 0 ? 'Add' : `Add ${plural(unsavedItems.length, 'document')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={closePanel}>
          {items.length > 0 && unsavedItems.length === 0 ? 'Done' : 'Back to documents'}
        </Button>
      </div>
      {previewItem && (
        <ChunkPreview
          key={previewItem.key}
          source={previewItem.source}
          chunking={collection.chunking}
        />
      )}
    </section>
  )
}

type ChunkPreviewProps = { source: Pending; chunking: Chunking }

/** Shows how a source would be parsed and chunked, without storing it. */
function ChunkPreview({ source, chunking }: ChunkPreviewProps) {
  const { data, error, refetch } = useQuery({
    // File names are not unique, so the file itself is part of the key.
    queryKey: ['knowledge-preview', chunking, source],
    queryFn: async () => client.knowledge.preview({ source: await toSource(source), chunking }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error) {
    return <ErrorPanel action="read it" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows contentLabel="the chunks" count={3} />
  return (
    <>
      <p className={styles.note}>
        {data.name}: {formatExactCount(data.characters)} characters of {data.kind} make{' '}
        {plural(data.count, 'chunk')}
        {data.notes.length > 0 && ` (${data.notes.join(', ')})`}
      </p>
      <ChunkList label="Chunk preview" chunks={data.chunks} count={data.count} />
    </>
  )
}

function PickFiles({ onPick }: { onPick: (sources: Pending[]) => void }) {
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

function PickAddresses({ onPick }: { onPick: (sources: Pending[]) => void }) {
  const [text, setText] = useState('')
  const addresses = addressesIn(text)
  return (
    <details>
      <summary>Fetch addresses</summary>
      <div className={styles.form}>
        <Textarea
          label="Addresses"
          description="One per line. Only public addresses are fetched, unless the operator allows a host."
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <DisabledReason reason={addresses.length === 0 && 'Paste an address first'}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onPick(addresses.map((url) => ({ type: 'url', name: url, url })))
                setText('')
              }}
            >
              Add {plural(addresses.length, 'address', 'addresses')}
            </Button>
          </DisabledReason>
        </div>
      </div>
    </details>
  )
}

function PasteText({ onPaste }: { onPaste: (source: Pending) => void }) {
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  return (
    <details>
      <summary>Paste text</summary>
      <div className={styles.form}>
        <TextInput
          label="Name"
          placeholder="Shown in citations"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <DisabledReason reason={text.trim() === '' && 'Paste text first'}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onPaste({ type: 'text', name: name.trim() || deriveTitle(text), text })
                setName('')
                setText('')
              }}
            >
              Add text
            </Button>
          </DisabledReason>
        </div>
      </div>
    </details>
  )
}

const deriveTitle = (text: string): string =>
  text
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '')
    .slice(0, 80) || 'Pasted text'
